import { expect, it } from 'vitest'
import { companyOf, registrableDomain } from './company-of.ts'

it.each([
  ['northwind.example', 'northwind.example'],
  ['mail.hr.northwind.example', 'northwind.example'],
  ['jobs.northwind.co.uk', 'northwind.co.uk'],
  ['Mail.Northwind.COM.', 'northwind.com'],
  ['t.co', 't.co'],
  ['localhost', 'localhost'],
  ['', ''],
])('finds what was registered in %j: %j', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})

it.each([
  ['Dana Reyes <dana@northwind.example>', 'northwind.example'],
  ['"Reyes, Dana" <Dana@Mail.Northwind.Example>', 'northwind.example'],
  ['jobs@northwind.co.uk', 'northwind.co.uk'],
])('knows the sender %j by its domain', (from, domain) => {
  expect(companyOf(from)).toMatchObject({ domain })
})

it.each([
  ['Northwind <no-reply@greenhouse.io>', 'northwind'],
  ['Northwind Hiring Team <no-reply@us.greenhouse-mail.io>', 'northwind'],
  ['"Northwind GmbH via Lever" <a@hire.lever.co>', 'northwind'],
  ['Blue Sky Careers <x@ashbyhq.com>', 'bluesky'],
  ['Grün & Söhne <x@workable.com>', 'grünsöhne'],
])('knows the sender %j of an applicant-tracking service by its name', (from, name) => {
  expect(companyOf(from)).toEqual({ domain: null, name })
})

it('takes a service without a name for itself', () => {
  expect(companyOf('no-reply@greenhouse.io')).toMatchObject({ domain: 'greenhouse.io' })
})

it.each(['gmail.com', 'gmx.net', 'yahoo.co.uk'])('tells people at %s apart', (service) => {
  expect(companyOf(`Ada <Ada@${service}>`)).toEqual({
    domain: `ada@${service}`,
    name: '',
  })
})

it('takes no company for a service whose name it begins with', () => {
  expect(companyOf('Ada <a@leverage.example>')).toMatchObject({ domain: 'leverage.example' })
  expect(companyOf('Ada <a@webflow.example>')).toMatchObject({ domain: 'webflow.example' })
})

it.each(['', '<>', '   '])('knows nobody by %j', (from) => {
  expect(companyOf(from)).toBeNull()
})

it('takes a name without an address for a name', () => {
  expect(companyOf('Northwind')).toEqual({ domain: null, name: 'northwind' })
})
