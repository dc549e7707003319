import { expect, it } from 'vitest'
import { isNewEnough, shortVersion } from './needed-version.ts'

it.each([
  ['0.2.0', true],
  ['0.2.7-beta.1', true],
  ['0.10.0', true],
  ['1.0.0', true],
  ['10.1.0', true],
  ['0.1.9', false],
  ['0.0.20', false],
  ['', false],
  ['next', false],
  ['0.2', false],
])('version %j fits: %s', (version, fits) => {
  expect(isNewEnough(version)).toBe(fits)
})

it.each([
  ['0.1.3', '0.1'],
  ['10.20.30', '10.20'],
  ['next', 'next'],
])('names version %s as %s', (version, short) => {
  expect(shortVersion(version)).toBe(short)
})
