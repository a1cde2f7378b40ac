//! Gives the module a stack for the solver, whose recursion is deep.

fn main() {
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
}
