/**
 * The origin that a sign-in returns to: that of the Referer, else the Origin, else `fallback`. A
 * proxy may have rewritten the Origin, so the Referer comes first; only allowed ones count (wire
 * contract, section 8).
 */
export function clientOrigin(
  header: (name: string) => string | undefined,
  allowed: ReadonlySet<string>,
  fallback: string,
): string {
  const named = [originOf(header('referer')), originOf(header('origin'))]
  return named.find((origin) => origin !== undefined && allowed.has(origin)) ?? fallback
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
