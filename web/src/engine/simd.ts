/** Whether there is the relaxed product of bytes. Early browsers and Node 20 computed another. */
export function hasRelaxed(): boolean {
  const copies = (numbers: number[]) => [253, 12, ...numbers, ...numbers, ...numbers, ...numbers];
  const product = [...copies([-127, 127, -3, 5]), ...copies([127, 1, 2, 100]), ...copies([0, 0, 0, 0]), 253, 147, 2, 253, 27, 0];
  // A type, a function, its name `f`, and the function: the first of the four sums.
  const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10];
  const module = [...head, product.length + 4, 1, product.length + 2, 0, ...product, 11];
  try {
    const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module))).exports as { f(): number };
    return f() === -15508;
  } catch {
    return false;
  }
}
