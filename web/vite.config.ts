import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** The licenses of the packages to which the modules of a script belong. */
function licenses(modules: string[]): string {
  const folders = new Set(modules.flatMap((module) => module.match(/^.*\/node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    return `${"-".repeat(80)}\n${name} ${version}\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`;
  });
  return texts.join("\n");
}

/**
 * Puts script and style into the page, marked for its content security policy, names the page `page.html`, and writes the licenses of
 * the packages in it.
 */
function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post",
    generateBundle(_, bundle) {
      let script = "";
      let style = "";
      const modules: string[] = [];
      for (const [name, file] of Object.entries(bundle)) {
        if (name === "index.html") continue;
        if (file.type === "chunk") {
          script += `(() => {"use strict";${file.code.trim()}})();`;
          modules.push(...file.moduleIds);
        } else if (name.endsWith(".css")) style += String(file.source).trim();
        else throw new Error(`the page must hold ${name} itself`);
        delete bundle[name];
      }
      // Nothing in the script may end the element that holds it.
      script = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page");
      const html = String(page.source)
        .replace(/\s*<script type="module".*?<\/script>/s, "")
        .replace(/\s*<link rel="stylesheet".*?>/s, "");
      page.source = html
        .replace("</head>", () => `<style nonce="{{nonce}}">${style}</style>\n</head>`)
        .replace("</body>", () => `<script nonce="{{nonce}}">${script}</script>\n</body>`);
      page.fileName = "page.html";
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: licenses(modules) });
    },
  };
}

export default defineConfig({
  plugins: [onePage()],
  esbuild: { jsx: "transform", jsxFactory: "h", jsxFragment: "Fragment", jsxInject: `import { Fragment, h } from "preact"`, legalComments: "none" },
  build: {
    target: "es2022",
    modulePreload: false,
    minify: "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    assetsInlineLimit: 1 << 20,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
});
