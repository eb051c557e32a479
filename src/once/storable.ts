/** As JSON that every database takes: PostgreSQL refuses NUL and half a surrogate pair, and no outcome may be refused. */
export function storable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.replaceAll("\0", "\u{2400}").toWellFormed() : inner,
  );
}
