/** Sends the form of the consent page, and resolves to the address that the browser is sent to. */
export async function consentTo(authUrl: string, scope: string | undefined): Promise<string> {
  const page = await fetch(authUrl)
  const html = await page.text()
  if (!page.ok) throw new Error(`the consent page answers ${page.status}`)
  const fields = new URLSearchParams()
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    fields.set(attribute(input, 'name'), attribute(input, 'value'))
  }
  if (scope !== undefined) fields.set('scope', scope)
  const action = new URL('/o/oauth2/v2/auth/callback', authUrl)
  const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`the consent form answers ${answer.status}`)
  return location
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
