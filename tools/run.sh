#!/bin/sh
# What every npm script runs: prepares with whatever Node the host has, then becomes the program itself, so that nothing of
# the preparation stays in memory. The plan is a line of shell and comes on its own descriptor; all else is for the person.
cd "${0%/*}/.." || exit 69
plan=$(node tools/bootstrap.mjs "$@" 3>&1 1>&2) || exit $?
eval "$plan"
