//! Makes the script with which a worker speaks to a WebAssembly module, its types, and the module as that script needs it.
//!
//!     tao-go-bind MODULE.wasm FOLDER NAME

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        return Err("usage: tao-go-bind MODULE.wasm FOLDER NAME".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(true)
        .web(true)?;
    Ok(bindgen.generate(folder)?)
}
