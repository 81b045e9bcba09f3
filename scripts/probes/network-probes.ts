import { type Probe, python } from "./probe.ts";

const askProxy = `
def ask(text):
    s = socket.create_connection(("127.0.0.1", int(env["HTTP_PROXY"].rsplit(":", 1)[1])), 5)
    s.sendall(text if isinstance(text, bytes) else text.encode())
    answer = s.recv(200)
    return answer, s
def tunnel(target):
    answer, s = ask("CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n" % (target, target))
    if b" 200 " in answer: escaped()
`;

/** Attempts to reach the network or sockets of the host. Servers of the host tell when they were reached. */
export const networkProbes: readonly Probe[] = [
  python(
    "tcp_to_loopback",
    "connects to a server of the host",
    'socket.create_connection(("127.0.0.1", int(env["HOST_PORT"])), 2)',
  ),
  python(
    "tcp_to_loopback_6",
    "connects to it by IPv6",
    'socket.create_connection(("::1", int(env["HOST_PORT"])), 2)',
  ),
  python(
    "tcp_to_host_address",
    "connects to another address of the host",
    'socket.create_connection((env["HOST_ADDRESS"], int(env["HOST_PORT"])), 2)',
  ),
  python(
    "udp_to_host",
    "sends a datagram to the host",
    'socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", (env["HOST_ADDRESS"], int(env["UDP_PORT"])))',
  ),
  python("resolve_name", "looks a name up", 'socket.getaddrinfo("example.com", 80); escaped()'),
  python(
    "see_interfaces",
    "looks for an interface besides loopback",
    'if any(name != "lo" for _, name in socket.if_nameindex()): escaped()',
  ),
  python("raw_socket", "opens a raw socket", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); escaped()"),
  python(
    "ping_socket",
    "opens a socket for ping",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 1); escaped()",
  ),
  python("packet_socket", "reads packets of an interface", "socket.socket(17, 3, 0); escaped()"),
  python("vsock", "opens a socket to the hypervisor", "socket.socket(40, 1, 0); escaped()"),
  python("netfilter", "talks to the packet filter", "socket.socket(16, 3, 12); escaped()"),
  python(
    "unix_socket",
    "connects to a Unix socket in the workspace",
    'socket.socket(socket.AF_UNIX).connect(env["HOST_SOCKET"])',
  ),
  python(
    "abstract_socket",
    "connects to an abstract Unix socket",
    'socket.socket(socket.AF_UNIX).connect("\\0" + env["ABSTRACT_SOCKET"])',
  ),
  python(
    "system_sockets",
    "looks for sockets of services",
    'for p in ("/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/tmp/.X11-unix", env.get("SSH_AUTH_SOCK", "/none")):\n    if os.path.exists(p): escaped()',
  ),
  python(
    "reconnected_pair",
    "connects a pair of datagram sockets again",
    'a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\ntry: a.sendto(b"x", "/none")\nexcept FileNotFoundError: escaped()',
  ),
  python(
    "proxy_to_loopback",
    "asks the proxy for a server of the host",
    `${askProxy}\ntunnel("127.0.0.1:" + env["HOST_PORT"])`,
  ),
  python(
    "proxy_to_localhost",
    "asks the proxy for it by name",
    `${askProxy}\ntunnel("localhost:" + env["HOST_PORT"])`,
  ),
  python(
    "proxy_to_decimal",
    "asks the proxy for it by a number",
    `${askProxy}\ntunnel("2130706433:" + env["HOST_PORT"])`,
  ),
  python(
    "proxy_to_mapped",
    "asks the proxy for it by a mapped address",
    `${askProxy}\ntunnel("[::ffff:127.0.0.1]:" + env["HOST_PORT"])`,
  ),
  python(
    "proxy_to_host_address",
    "asks the proxy for another address of the host",
    `${askProxy}\ntunnel(env["HOST_ADDRESS"] + ":" + env["HOST_PORT"])`,
  ),
  python(
    "proxy_to_metadata",
    "asks the proxy for the credentials of a cloud",
    `${askProxy}\ntunnel("169.254.169.254:80")`,
  ),
  python(
    "proxy_by_http",
    "asks the proxy for it by plain HTTP",
    `${askProxy}\nanswer, _ = ask("GET http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\n" % env["HOST_PORT"])\nif b" 200 " in answer: escaped()`,
  ),
  python(
    "proxy_by_socks",
    "asks the proxy for a name with a NUL by SOCKS",
    `${askProxy}
answer, s = ask(b"\\x05\\x01\\x00")
name = b"localhost\\x00.allowed.test"
s.sendall(b"\\x05\\x01\\x00\\x03" + bytes([len(name)]) + name + struct.pack("!H", int(env["HOST_PORT"])))
if s.recv(10)[1] == 0: escaped()`,
  ),
];
