import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { setAsideImports } from './index-words.ts'
import { bringUp, keepRecords, manyFiles, openHome } from './testing/keep-records.ts'

it.each([
  ["import { a } from './a.ts'"],
  ["import type { A } from './a.ts';"],
  ["import './effect.css'"],
  ["import {\n  a,\n  type B,\n} from 'package'"],
  ["import React, { useState } from 'react'"],
  ["export { a } from './a.ts'"],
  ["export * from './a.ts'"],
  ['from collections import OrderedDict, defaultdict'],
  ['import numpy as np'],
  ['import static java.util.List.of;'],
  ['use std::collections::{HashMap, HashSet};'],
  ['using System.Collections.Generic;'],
  ['#include <vector>'],
])('sets aside %j', (line) => {
  const { text, imports } = setAsideImports(`${line}\nconst kept = 1\n`)

  expect(imports).toBe(line)
  expect(text.trim()).toBe('const kept = 1')
})

it.each([
  ["export const from = 'x'"],
  ['export function use(a: string) {\n  return a\n}'],
  ['use the force, Luke; it is near'],
  ['from the first day on we met at noon.'],
  ['importance of being earnest'],
  ['using two hands, lift the lid.'],
  ["const lazy = await import('./lazy.ts')"],
])('leaves %j where it is', (line) => {
  expect(setAsideImports(`${line}\n`)).toEqual({ text: `${line}\n`, imports: '' })
})

it.each([
  ['openings', 'import {'.repeat(20_000)],
  ['lines', 'import a\n{'.repeat(20_000)],
  ['braces', `import ${'{}'.repeat(50_000)}`],
  ['names', `use ${'a::'.repeat(50_000)}`],
  ['words', `from ${'a '.repeat(50_000)}`],
])('comes to an end over many %s, and loses nothing', (_, text) => {
  const parted = setAsideImports(text)

  expect(parted.text.length + parted.imports.length).toBe(text.length)
})

it('finds what is only imported too, but after what does it', async () => {
  const home = await freshFolder()
  const index = openHome(home)
  onTestFinished(() => index.close())
  const importer = ["import { ripenApples } from './fruit.ts'", 'export const harvest = 1'].join(
    '\n',
  )
  const doer = `${'// keep them dry, look at them each day, turn them now and then\n'.repeat(3)}ripenApples(shelf)`
  bringUp(
    index,
    await keepRecords(home, [
      { id: 'importer', path: 'a/garden.ts', text: importer },
      { id: 'doer', path: 'a/cellar.ts', text: doer },
      ...manyFiles(20, 40),
    ]),
  )

  expect(index.find('ripenApples', 5).map(({ fileId }) => fileId)).toEqual(['doer', 'importer'])
})
