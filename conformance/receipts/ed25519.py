"""Ed25519 verification after RFC 8032 §5.1.7, for checking signatures only: it is not constant-time."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)


def _add(a, b):
    # RFC 8032 §5.1.4, extended homogeneous coordinates.
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, d - c, d + c, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _decode(data):
    """The point of 32 bytes, or None: a coordinate that is not reduced, or no point, is refused (§5.1.3)."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)


def _encode(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = _decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def verify(public_key, message, signature):
    """Whether a signature of 64 bytes over the message was made with the key of these 32 bytes."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    point = _decode(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    # S must be reduced, or every signature would have a second spelling (§5.1.7 step 1).
    if point is None or scalar >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % L
    minus = (P - point[0], point[1], 1, P - point[3])
    both = _add(BASE, minus)
    # [S]B - [k]A in one pass; comparing encodings also refuses an R that is not canonical.
    result = IDENTITY
    for bit in range(max(scalar.bit_length(), challenge.bit_length()) - 1, -1, -1):
        result = _add(result, result)
        in_scalar, in_challenge = scalar >> bit & 1, challenge >> bit & 1
        if in_scalar or in_challenge:
            result = _add(result, both if in_scalar and in_challenge else BASE if in_scalar else minus)
    return _encode(result) == signature[:32]
