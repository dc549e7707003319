import { expect, it } from 'vitest'
import { markedLines, readText } from './testing/read-text.ts'

const notebook = {
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Study\n', '\n', 'Why "it" works.'] },
    { cell_type: 'code', metadata: {}, outputs: [], source: [] },
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      outputs: [{ output_type: 'stream', text: ['no text of ours\n'] }],
      source: ['# no heading\n', 'x = "\\n"\n', 'print(x)'],
    },
    { cell_type: 'markdown', metadata: {}, source: ['## Data'] },
    { cell_type: 'code', metadata: {}, outputs: [], source: ['load()'] },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
}

it('shows the cells of a notebook on the lines they have in its file', async () => {
  const file = JSON.stringify(notebook, null, 1)

  const found = await readText('a/study.ipynb', file)

  expect(found.kind).toBe('code')
  const lines = file.split('\n')
  const shown = found.text.split('\n')
  expect(shown).toHaveLength(lines.length)
  for (const [nth, line] of shown.entries()) {
    if (line !== '') expect(lines[nth]).toContain(JSON.stringify(line).slice(1, -1))
  }
  expect(shown.filter((line) => line !== '')).toEqual([
    '# Study',
    'Why "it" works.',
    '# no heading',
    'x = "\\n"',
    'print(x)',
    '## Data',
    'load()',
  ])
  expect(markedLines(found)).toEqual([
    'Study › Cell 1 | # Study',
    'Study › Cell 2 | ',
    'Study › Cell 3 | # no heading',
    'Study › Data › Cell 4 | ## Data',
    'Study › Data › Cell 5 | load()',
  ])
})

it('puts the cells one after another where the file is one line', async () => {
  const found = await readText('a/study.ipynb', JSON.stringify(notebook))

  expect(found.text).toBe(
    '# Study\n\nWhy "it" works.\n\n\n\n# no heading\nx = "\\n"\nprint(x)\n\n## Data\n\nload()',
  )
  expect(markedLines(found).at(-1)).toBe('Study › Data › Cell 5 | load()')
})

it('is not led astray by an output that looks like a cell', async () => {
  const output = { output_type: 'display_data', data: { chart: { source: ['none\n'] } } }
  const cells = [{ cell_type: 'code', outputs: [output], source: ['a\n', 'b'] }]

  expect((await readText('a.ipynb', JSON.stringify({ cells }, null, 1))).text).toBe('a\nb')
})

it('reads notebooks of version 3', async () => {
  const cells = [{ cell_type: 'code', input: ['a\n', 'b'] }]

  expect((await readText('a.ipynb', JSON.stringify({ worksheets: [{ cells }] }))).text).toBe('a\nb')
})

it.each([['{"cells": 1}'], ['{"cells": ['], ['[1]'], ['null']])(
  'reads what is no notebook as it is: %s',
  async (source) => {
    expect(await readText('a.ipynb', source)).toEqual({
      status: 'text',
      kind: 'data',
      text: source,
      marks: [],
    })
  },
)
