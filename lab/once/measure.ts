export async function measure(_: unknown, __: unknown) {}
