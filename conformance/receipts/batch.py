#!/usr/bin/env python3
"""Runs verify.py over many cases in one process, for tests.

Each line of standard input is {kind, input, keys, origin, tenant, witnesses, checkpoint, remembered}, with bytes
in Base64; each line of standard output is {ok, codes}.
"""
import base64
import json
import sys

import verify


def run_case(case, known):
    key_set = json.dumps(case.pop("keys", None))
    for name in {"input", "checkpoint", "remembered"} & set(case):
        case[name] = base64.b64decode(case[name])
    case["witnesses"] = [verify.parse_witness(one) for one in case.get("witnesses", [])]
    if key_set not in known:
        known[key_set] = {} if key_set == "null" else verify.load_keys(json.loads(key_set))
    case["signed"] = key_set != "null"
    findings = verify.run(case.pop("kind"), case.pop("input"), known[key_set], case)
    return [code for code, _ in findings]


def main():
    known = {}
    for line in sys.stdin:
        try:
            codes = run_case(json.loads(line), known)
        except verify.Refused as refused:
            codes = [refused.args[0]]
        print(json.dumps({"ok": not codes, "codes": codes}))


if __name__ == "__main__":
    main()
