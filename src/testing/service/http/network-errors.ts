/** Network errors in the shapes in which Node's fetch reports them. */

/** The other side closed the socket: before a response began (`fetch failed`), or in the middle of it (`terminated`). */
export function connectionBroken(message: "fetch failed" | "terminated"): TypeError {
  const cause = Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
  return new TypeError(message, { cause });
}

/** No server listened. */
export function connectionRefused(): TypeError {
  const details = { errno: -111, code: "ECONNREFUSED", syscall: "connect", address: "127.0.0.1", port: 443 };
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:443"), details),
  });
}
