#!/usr/bin/env python3
"""A second verifier of receipts, written apart from the TypeScript one; standard library only.

    verify.py bundle FILE --keys KEYS [--origin O] [--tenant T] [--witness KEY]... [--json]
    verify.py envelope FILE --keys KEYS [--origin O] [--tenant T] [--json]
    verify.py log FILE --checkpoint FILE [--remembered FILE] --keys KEYS [--origin O] [--tenant T] ...
    verify.py receipt FILE [--origin O] [--tenant T] [--json]    (with --keys it is refused: it has no signature)

Exit codes: 0 verified, 7 not verified, 2 wrong usage or unreadable input.
"""
import argparse
import base64
import datetime
import hashlib
import json
import re
import sys

import canonical
import ed25519

PAYLOAD_TYPE = "application/vnd.abp.receipt.v1+json"
SAFE = 2**53 - 1
TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))", re.A)

class Refused(Exception):
    """What ends a verification: a code of the error table and a place; other findings are such pairs."""

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def decode_base64(text, size=None):
    """The bytes of standard Base64, or None unless the text is their one encoding, of the size asked for."""
    try:
        data = base64.b64decode(text, validate=True)
    except (ValueError, TypeError):
        return None
    return data if base64.b64encode(data).decode() == text and size in (None, len(data)) else None

def decode_base64_either(text):
    if not isinstance(text, str) or "+" in text or "/" in text:
        return decode_base64(text)
    padding = "" if text.endswith("=") else "=" * (-len(text) % 4)
    return decode_base64(text.replace("-", "+").replace("_", "/") + padding)

def instant(text):
    """Nanoseconds since 1970 of an RFC 3339 timestamp; None when it is none."""
    match = TIMESTAMP.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    hour, minute, second, off_hour, off_minute = (int(match[n] or 0) for n in (2, 3, 4, 7, 8))
    try:
        days = datetime.date.fromisoformat(match[1]).toordinal() - datetime.date(1970, 1, 1).toordinal()
    except ValueError:
        return None
    if hour > 23 or minute > 59 or second > 60 or off_hour > 23 or off_minute > 59:
        return None
    offset = (off_hour * 60 + off_minute) * (-1 if match[6] == "-" else 1)
    seconds = (days * 1440 + hour * 60 + minute - offset) * 60 + second
    return seconds * 10**9 + int((match[5] or "")[:9].ljust(9, "0"))

def read_receipt(data):
    """What matters of a receipt's bytes, with the findings of its clock; refuses what is not whole."""
    try:
        receipt = canonical.read(data)
    except canonical.JsonError as error:
        is_trailing = error.rule == "trailing-text"
        raise Refused("receipt_trailing_bytes" if is_trailing else "input_invalid_json", "$") from None
    meta = receipt.get("meta") if isinstance(receipt, dict) else None
    meta = meta if isinstance(meta, dict) else {}
    started, finished = instant(meta.get("started_at")), instant(meta.get("finished_at"))
    version = meta.get("contract_version")
    if not isinstance(meta.get("run_id"), str) or None in (started, finished) or not isinstance(version, str):
        raise Refused("contract_schema_violation", "$.meta")
    if not re.fullmatch(r"abp/v0\.(0|[1-9][0-9]{0,9})", version) or int(version[7:]) >= 2**32:
        raise Refused("contract_version_mismatch", "$.meta.contract_version")
    if "chain" in receipt and not is_chain(receipt["chain"]):
        raise Refused("contract_schema_violation", "$.chain")
    if receipt.get("hash_alg") != "jcs-sha256":
        raise Refused("receipt_hash_unsupported", "$.hash_alg")
    stated = receipt.get("receipt_sha256")
    if stated != sha256(canonical.canonicalize({**receipt, "receipt_sha256": None})).hex():
        raise Refused("receipt_hash_missing" if stated is None else "receipt_hash_mismatch", "$.receipt_sha256")
    findings = [("receipt_clock_inverted", "$.meta.finished_at")] if finished < started else []
    return {"run": meta["run_id"], "finished": finished, "chain": receipt.get("chain", {}),
            "sha256": sha256(data).hex(), "findings": findings}

def is_chain(chain):
    seq, prev = (chain.get("seq"), chain.get("prev", 0)) if isinstance(chain, dict) else (None, 0)
    is_place = isinstance(seq, float) and seq.is_integer() and 0 <= seq <= SAFE
    is_link = prev is None or isinstance(prev, str) and re.fullmatch("[0-9a-f]{64}", prev)
    return is_place and is_link and isinstance(chain.get("origin"), str) and isinstance(chain.get("tenant"), str)

def check_place(receipt, origin, tenant):
    for name, expected in (("origin", origin), ("tenant", tenant)):
        if expected is not None and receipt["chain"].get(name) != expected:
            yield "receipt_%s_mismatch" % name, "$.chain." + name

# Keys

def encode_pae(kind, body):
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(body), body)

def load_keys(document):
    """The trusted keys of a key set by id; every statement in the set must be signed."""
    try:
        if document["format"] != "abp-keys/v1":
            raise ValueError("another format")
        keys = {}
        for entry in document["keys"]:
            public, ends = decode_base64(entry["public_key"], 32), entry["not_after"]
            is_named = public is not None and sha256(public)[:8].hex() == entry["key_id"]
            if not is_named or entry["alg"] != "ed25519" or entry["key_id"] in keys:
                raise ValueError("a key is not what its id names")
            keys[entry["key_id"]] = {"public": public, "from": need_instant(entry["not_before"]), "revoked": None,
                                     "until": None if ends is None else need_instant(ends)}
        for one in document["rotations"]:
            check_statement(keys, "rotation", one, {"from", "to", "public_key", "at", "signature"}, one["from"])
            if keys[one["to"]]["public"] != decode_base64(one["public_key"]):
                raise ValueError("a rotation names another key")
        for one in document["revocations"]:
            check_statement(keys, "revocation", one, {"key_id", "at", "reason", "by", "signature"}, one["by"])
            key, at = keys[one["key_id"]], need_instant(one["at"])
            key["revoked"] = at if key["revoked"] is None else min(at, key["revoked"])
        return keys
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Refused("key_set_invalid", repr(error)) from None

def check_statement(keys, kind, statement, members, by):
    need_instant(statement["at"])
    body = canonical.canonicalize({name: statement[name] for name in members - {"signature"}})
    signed = encode_pae("application/vnd.abp.key-%s.v1+json" % kind, body)
    signature = decode_base64(statement["signature"]) or b""
    if set(statement) != members or not ed25519.verify(keys[by]["public"], signed, signature):
        raise ValueError("a %s is not signed" % kind)

def need_instant(text):
    if instant(text) is None:
        raise ValueError("a time is malformed")
    return instant(text)

def judge_key(key, earliest, seen):
    """Whether a key can have signed: not before `earliest`, and not after `seen` where a witness saw it."""
    if key["revoked"] is not None and (seen is None or seen >= key["revoked"]):
        return [("receipt_key_revoked", "signature")]
    is_late = key["until"] is not None and earliest > key["until"]
    is_early = seen is not None and seen < key["from"]
    return [("receipt_key_expired", "signature")] if is_late or is_early else []

# Notes, checkpoints and proofs (c2sp.org: signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof)

def decode_text(data, code):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(code, "text") from None
    if any(character < " " and character != "\n" for character in text):
        raise Refused(code, "text")
    return text

def is_key_name(name):
    return name != "" and not any(character.isspace() or character == "+" for character in name)

def hash_key(name, kind, public):
    return sha256(name.encode(), b"\n", bytes([kind]), public)[:4]

def parse_decimal(text):
    return int(text) if re.fullmatch("0|[1-9][0-9]{0,15}", text) and int(text) <= SAFE else None

def parse_checkpoint(text):
    invalid = Refused("receipt_checkpoint_invalid", "checkpoint")
    body, mark, tail = text.rpartition("\n\n— ")
    signatures = []
    for line in ("— " + tail).split("\n")[:-1]:
        if not line.startswith("— "):
            raise Refused("receipt_trailing_bytes", "checkpoint")
        name, _, signature = line[2:].partition(" ")
        data = decode_base64(signature)
        if not mark or data is None or len(data) < 5 or not is_key_name(name):
            raise invalid
        signatures.append((name, data[:4], data[4:]))
    rest = tail.rpartition("\n")[2]
    if not mark or "\n" not in tail or rest.startswith("— "):
        raise invalid
    if rest:
        raise Refused("receipt_trailing_bytes", "checkpoint")
    lines = body.split("\n")
    size, root = (parse_decimal(lines[1]), decode_base64(lines[2], 32)) if len(lines) > 2 else (None, None)
    if len(signatures) > 64 or "" in lines or size is None or root is None:
        raise invalid
    return {"origin": lines[0], "size": size, "root": root, "body": body + "\n", "signatures": signatures}

def verify_line(checkpoint, name, kind, public):
    """None when the key has no line, False when its line fails, else True or a tuple of the witness's time."""
    lines = [line[2] for line in checkpoint["signatures"] if line[:2] == (name, hash_key(name, kind, public))]
    if len(lines) != 1:
        return False if lines else None
    body, data = checkpoint["body"].encode(), lines[0]
    if kind == 1:
        return ed25519.verify(public, body, data)
    seconds = int.from_bytes(data[:8], "big")
    message = b"cosignature/v1\ntime %d\n%s" % (seconds, body)
    return (seconds,) if seconds <= SAFE and ed25519.verify(public, message, data[8:]) else False

def find_log_keys(checkpoint, keys):
    verdicts = [(key, verify_line(checkpoint, checkpoint["origin"], 1, key["public"])) for key in keys.values()]
    valid = [key for key, verdict in verdicts if verdict]
    is_wrong = any(verdict is False for _, verdict in verdicts)
    if valid and not is_wrong:
        return valid, []
    is_foreign = not is_wrong and any(line[0] == checkpoint["origin"] for line in checkpoint["signatures"])
    return [], [("receipt_key_untrusted" if is_foreign else "receipt_checkpoint_invalid", "checkpoint")]

def verify_checkpoint(checkpoint, options, earliest):
    """Whether a trusted key signed, and the findings."""
    verdicts = [(name, verify_line(checkpoint, name, 4, public)) for name, public in options["witnesses"]]
    times = [verdict[0] for _, verdict in verdicts if verdict]
    keys, findings = find_log_keys(checkpoint, options["keys"])
    judged = [judge_key(key, earliest, min(times) * 10**9 if times else None) for key in keys]
    findings = findings + min(judged, key=len, default=[])
    findings += [("receipt_witness_missing", name) for name, verdict in verdicts if not verdict]
    if options["origin"] not in (None, checkpoint["origin"]):
        findings.append(("receipt_origin_mismatch", "checkpoint"))
    return bool(keys), findings

def is_included(leaf, index, size, path, root):
    if index >= size:
        return False
    first, second, value = index, size - 1, sha256(b"\0", leaf)
    for sibling in path:  # RFC 9162 §2.1.3.2
        if second == 0:
            return False
        if first & 1 or first == second:
            value = sha256(b"\1", sibling, value)
            while not first & 1 and first != 0:
                first, second = first >> 1, second >> 1
        else:
            value = sha256(b"\1", value, sibling)
        first, second = first >> 1, second >> 1
    return second == 0 and value == root

def merkle_root(hashes):
    """RFC 9162 §2.1.1 by levels: a node without a neighbour moves up as it is."""
    while len(hashes) > 1:
        pairs = [sha256(b"\1", *hashes[at : at + 2]) for at in range(0, len(hashes) - 1, 2)]
        hashes = pairs + hashes[len(pairs) * 2 :]
    return hashes[0] if hashes else sha256()

# What is verified

def verify_receipt(data, options):
    receipt = read_receipt(data)
    yield from receipt["findings"]
    if options.get("signed"):
        yield "receipt_signature_invalid", "signatures"
    yield from check_no_checkpoint(options)
    yield from check_place(receipt, options["origin"], options["tenant"])

def check_no_checkpoint(options):
    """Witnesses sign checkpoints, so that evidence without one has none of those that are expected."""
    for _ in options.get("witnesses") or ():
        yield "receipt_witness_missing", "checkpoint"

def verify_envelope(data, options):
    payload, signatures = parse_envelope(data)
    keys, signed = options["keys"], encode_pae(PAYLOAD_TYPE, payload)
    pairs = ((key, signature) for _, signature in signatures for key in keys.values())
    signer = next((key for key, signature in pairs if ed25519.verify(key["public"], signed, signature)), None)
    if signer is None:
        is_foreign = all(hint and hint not in keys for hint, _ in signatures)
        yield "receipt_key_untrusted" if is_foreign else "receipt_signature_invalid", "signatures"
    receipt = read_receipt(payload)
    if signer is not None:
        yield from receipt["findings"]
        yield from judge_key(signer, receipt["finished"], None)
        yield from check_no_checkpoint(options)
        yield from check_place(receipt, options["origin"], options["tenant"])

def parse_envelope(data):
    malformed = Refused("receipt_envelope_malformed", "envelope")
    try:
        envelope = canonical.read(data)
    except canonical.JsonError as error:
        trailing = Refused("receipt_trailing_bytes", "envelope")
        raise (trailing if error.rule == "trailing-text" else malformed) from None
    envelope = envelope if isinstance(envelope, dict) else {}
    payload, signatures = decode_base64_either(envelope.get("payload")), envelope.get("signatures")
    if payload is None or not isinstance(envelope.get("payloadType"), str) or not isinstance(signatures, list):
        raise malformed
    members = [one for one in signatures if isinstance(one, dict)]
    pairs = [(one.get("keyid"), decode_base64_either(one.get("sig"))) for one in members]
    is_well = all(isinstance(hint, (str, type(None))) and signature is not None for hint, signature in pairs)
    if not is_well or not 0 < len(pairs) <= 64 or len(pairs) < len(signatures):
        raise malformed
    if envelope["payloadType"] != PAYLOAD_TYPE:
        raise Refused("receipt_payload_type_mismatch", "payloadType")
    return payload, pairs

def verify_bundle(data, options):
    text = decode_text(data, "receipt_bundle_malformed")
    head, _, tail = text.partition("\n\n")
    match = re.fullmatch(r"c2sp\.org/tlog-proof@v1\nextra (.*)\nindex (.*)((?:\n.+){0,53})", head)
    leaf, index = (decode_base64(match[1]), parse_decimal(match[2])) if match else (None, None)
    path = [decode_base64(line, 32) for line in match[3].split("\n")[1:]] if match else []
    if leaf is None or index is None or None in path:
        raise Refused("receipt_bundle_malformed", "bundle")
    checkpoint, receipt = parse_checkpoint(tail), read_receipt(leaf)
    is_signed, findings = verify_checkpoint(checkpoint, options, receipt["finished"])
    yield from receipt["findings"] + findings
    if is_signed and not is_included(leaf, index, checkpoint["size"], path, checkpoint["root"]):
        yield "receipt_inclusion_invalid", "proof"
    if receipt["chain"].get("origin") != checkpoint["origin"]:
        yield "receipt_origin_mismatch", "$.chain.origin"
    elif receipt["chain"]["seq"] != index:
        yield "receipt_inclusion_invalid", "$.chain.seq"
    yield from check_place(receipt, None, options["tenant"])

def verify_log(data, options):
    checkpoint = parse_checkpoint(decode_text(options["checkpoint"], "receipt_checkpoint_invalid"))
    lines = data.split(b"\n")[:-1] if data.endswith(b"\n") or not data else data.split(b"\n")
    entries, findings, tenant = [], [], options["tenant"]
    for line in lines:
        try:
            entry = read_receipt(line)
        except Refused as refused:
            findings.append(refused.args)
            continue
        tenant = entry["chain"].get("tenant") if tenant is None else tenant
        findings += entry["findings"] + list(check_place(entry, checkpoint["origin"], tenant))
        entries += [entry] if entry["chain"] else []
    findings += verify_checkpoint(checkpoint, options, max([0] + [one["finished"] for one in entries]))[1]
    findings += check_sequence(entries) if len(entries) == len(lines) else []
    hashes = [sha256(b"\0", line) for line in lines]
    yield from findings or check_content(hashes, checkpoint)
    if options["remembered"] is not None:
        yield from check_memory(hashes, checkpoint, options)

def check_sequence(entries):
    findings, by_seq, seen, highest = [], {}, set(), -1
    for entry in entries:
        seq, names = entry["chain"]["seq"], {entry["sha256"], entry["run"]}
        if names & seen:
            findings.append(("receipt_duplicate", entry["run"]))
            continue
        seen |= names
        if seq in by_seq:
            findings.append(("receipt_chain_broken", entry["run"]))
            continue
        by_seq[seq] = entry
        findings += [("receipt_order_broken", entry["run"])] if seq < highest else []
        highest = max(highest, seq)
    expected, before = 0, None
    for seq in sorted(by_seq):
        if seq > expected:
            findings.append(("receipt_sequence_gap", "%d" % expected))
        elif by_seq[seq]["chain"]["prev"] != before:
            findings.append(("receipt_chain_broken", by_seq[seq]["run"]))
        expected, before = seq + 1, by_seq[seq]["sha256"]
    return findings

def check_content(hashes, checkpoint):
    if len(hashes) < checkpoint["size"]:
        yield "receipt_log_truncated", "log"
    elif merkle_root(hashes[: checkpoint["size"]]) != checkpoint["root"]:
        yield "receipt_consistency_invalid", "log"
    elif len(hashes) > checkpoint["size"]:
        yield "receipt_inclusion_invalid", "log"

def check_memory(hashes, checkpoint, options):
    old = parse_checkpoint(decode_text(options["remembered"], "receipt_checkpoint_invalid"))
    findings = find_log_keys(old, options["keys"])[1]
    if findings:
        yield from findings
    elif old["origin"] != checkpoint["origin"]:
        yield "receipt_origin_mismatch", "remembered checkpoint"
    elif old["size"] > checkpoint["size"]:
        yield "receipt_log_truncated", "remembered checkpoint"
    elif old["size"] == checkpoint["size"]:
        if old["root"] != checkpoint["root"]:
            yield "receipt_log_forked", "remembered checkpoint"
    elif len(hashes) < old["size"] or merkle_root(hashes[: old["size"]]) != old["root"]:
        yield "receipt_consistency_invalid", "remembered checkpoint"

KINDS = {"receipt": verify_receipt, "envelope": verify_envelope, "bundle": verify_bundle, "log": verify_log}

def run(kind, data, keys, given):
    """The findings of one verification, each a code and a place; none when it is verified."""
    findings = []
    try:
        for one in KINDS[kind](data, {"keys": keys, "origin": None, "tenant": None, "remembered": None, **given}):
            findings.append(one)
    except Refused as refused:
        findings.append(refused.args)
    return findings

def parse_witness(text):
    name, _, rest = text.partition("+")
    data = decode_base64(rest[9:], 33)
    if data is None or data[0] != 4 or not is_key_name(name) or hash_key(name, 4, data[1:]).hex() != rest[:8]:
        raise ValueError("a witness key is name+keyid+base64, of the type of a cosignature")
    return name, data[1:]

def main(arguments):
    parser = argparse.ArgumentParser(description="Verifies receipts, offline.")
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("file", nargs="?")
    for name in ("keys", "origin", "tenant", "checkpoint", "remembered"):
        parser.add_argument("--" + name)
    parser.add_argument("--witness", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    given = vars(parser.parse_args(arguments))
    needs = {"receipt": ["file"], "log": ["file", "keys", "checkpoint"]}.get(given["kind"], ["file", "keys"])
    if any(given[name] is None for name in needs):
        parser.error("%s needs %s" % (given["kind"], " and ".join(needs)))
    given_keys = given["keys"] is not None
    try:
        for name in ("file", "keys", "checkpoint", "remembered"):
            if given[name] is not None:
                with open(given[name], "rb") as file:
                    given[name] = file.read()
        keys = load_keys(canonical.read(given.pop("keys"))) if given["keys"] else {}
        # Keys that the user names require a signature, which a bare receipt has not.
        given["signed"] = given_keys
        given["witnesses"] = [parse_witness(one) for one in given["witness"]]
    except (OSError, ValueError, Refused) as error:
        print("verify.py: %s" % error, file=sys.stderr)
        return 2
    findings = [{"code": code, "where": where} for code, where in run(given["kind"], given["file"], keys, given)]
    if given["json"]:
        print(json.dumps({"ok": not findings, "findings": findings}))
    else:
        lines = ["  %(code)s at %(where)s" % one for one in findings]
        print("NOT verified" if findings else "verified", *lines, sep="\n")
    return 7 if findings else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
