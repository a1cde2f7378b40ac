//! The program without MPI, started as one of several ranks.

use std::process::Command;

use crate::support::binary::tao_go;

#[test]
fn a_program_without_mpi_says_what_is_missing() {
    for [ranks, rank] in [
        ["OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"],
        ["PMI_SIZE", "PMI_RANK"],
    ] {
        // Rank 0 reports the error at once. Another rank would wait for rank 0.
        let mut command = genmove();
        command.env(ranks, "3").env(rank, "0");
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            "tao-go: started as 3 ranks, but this program was built without MPI: `cargo build --release --features mpi`, see docs/cluster.md\n"
        );
    }
}

#[test]
fn a_program_that_is_alone_does_not_mind() {
    let mut command = genmove();
    command.env("PMI_SIZE", "1").env("PMI_RANK", "0");
    assert!(command.output().unwrap().status.success());
}

fn genmove() -> Command {
    let mut command = tao_go();
    command.args(["genmove", "--moves", "E5", "--playouts", "10"]);
    command
}
