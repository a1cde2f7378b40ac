#!/bin/sh
# A GTP program that answers `genmove` as $1 says; everything else it takes for done.
while read -r command arguments; do
    case $command in
    genmove)
        case $1 in
        crash) exit 3 ;;
        flood) printf '= A1\n\n'; yes ;;
        garbage) printf 'Segmentation fault\n\n' ;;
        refuse) printf '? I do not want to\n\n' ;;
        stall) exec sleep 30 ;;
        corner) printf '= A1\n\n' ;;
        *) printf '= %s\n\n' "$1" ;;
        esac
        ;;
    known_command) printf '= true\n\n' ;;
    *) printf '= fake\n\n' ;;
    esac
    [ "$command" != quit ] || exit 0
done
