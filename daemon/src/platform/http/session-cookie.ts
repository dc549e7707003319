import { parse } from 'hono/utils/cookie'
import { SESSION_COOKIE } from './session.ts'

/** 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/

/** The session token in a `Cookie` header, or undefined where there is none that could be one. */
export function tokenOf(cookieHeader: string | undefined): string | undefined {
  if (cookieHeader === undefined) return undefined
  const token = parse(cookieHeader, SESSION_COOKIE)[SESSION_COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}
