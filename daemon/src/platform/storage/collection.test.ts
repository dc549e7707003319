import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { freshFolder } from '../../../../.config/testing/fresh-folder.ts'
import { memoryFile } from '../../../test/memory-file.ts'
import { type Collection, openCollection, type Rows } from './collection.ts'
import { durableJsonFile } from './durable-json-file.ts'

const Person = z.object({ name: z.string() })
type Person = z.infer<typeof Person>
type Reopen = () => Promise<Collection<Person>>

async function onMemory(): Promise<Reopen> {
  const adapter = memoryFile<Rows<Person>>()
  return () => openCollection(adapter, Person)
}

async function onDisk(): Promise<Reopen> {
  const path = join(await freshFolder(), 'people.json')
  const report = (sentence: string) => expect.unreachable(sentence)
  return () => openCollection(durableJsonFile(path, { version: 1, report }), Person)
}

for (const [kind, start] of Object.entries({ memory: onMemory, file: onDisk })) {
  it(`keeps rows over a restart (${kind})`, async () => {
    const reopen = await start()
    const people = await reopen()
    await people.put('ada', { name: 'Ada' })
    await people.put('bob', { name: 'Bob' })
    await people.put('ada', { name: 'Ada Lovelace' })
    await people.remove('bob')
    await people.remove('nobody')

    const again = await reopen()

    expect([...again.values()]).toEqual([{ name: 'Ada Lovelace' }])
    expect(again.get('bob')).toBeUndefined()
  })

  it(`takes any text as an id (${kind})`, async () => {
    const reopen = await start()
    const people = await reopen()
    for (const id of ['__proto__', 'constructor', '', '../x']) await people.put(id, { name: id })

    const again = await reopen()

    expect(again.get('__proto__')).toEqual({ name: '__proto__' })
    expect(again.get('toString')).toBeUndefined()
    expect([...again.values()]).toHaveLength(4)
  })

  it(`stores every one of many changes made at once (${kind})`, async () => {
    const reopen = await start()
    const people = await reopen()
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => people.put(`p${n}`, { name: String(n) })),
    )

    const again = await reopen()

    expect([...again.values()]).toHaveLength(50)
  })

  it(`lets only one of two changes win a name (${kind})`, async () => {
    const people = await (await start())()
    const claim = (owner: string) =>
      people.change((rows) => {
        if (rows.has('ada@example.org')) throw new Error('taken')
        rows.set('ada@example.org', { name: owner })
      })

    const outcomes = await Promise.allSettled([claim('first'), claim('second')])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(people.get('ada@example.org')).toEqual({ name: 'first' })
  })

  it(`undoes what a change did before it threw (${kind})`, async () => {
    const people = await (await start())()
    const change = people.change((rows) => {
      rows.set('ada', { name: 'Ada' })
      throw new Error('no')
    })

    await expect(change).rejects.toThrow('no')
    expect(people.get('ada')).toBeUndefined()
  })
}

it('stores many changes made at once in few generations', async () => {
  const path = join(await freshFolder(), 'people.json')
  const file = durableJsonFile<Rows<Person>>(path, { version: 1, report: () => {} })
  const people = await openCollection(file, Person)

  await Promise.all(Array.from({ length: 100 }, (_, n) => people.put('ada', { name: String(n) })))

  expect((await file.read())?.[0]?.[1]).toEqual({ name: '99' })
  expect(JSON.parse(await readFile(path, 'utf8')).rev).toBeLessThanOrEqual(2)
})

it('shows no change before it is stored and forgets one that could not be', async () => {
  let fail: (error: Error) => void = () => {}
  const people = await openCollection<Person>(
    { read: async () => [], write: () => new Promise((_, reject) => (fail = reject)) },
    Person,
  )

  const storing = people.put('ada', { name: 'Ada' })
  await Promise.resolve()
  expect(people.get('ada')).toBeUndefined()
  fail(new Error('disk'))

  await expect(storing).rejects.toThrow('disk')
  expect(people.get('ada')).toBeUndefined()
})

it('refuses a document whose rows have another shape', async () => {
  const adapter = memoryFile<Rows<Person>>()
  await adapter.write(JSON.parse('[["ada",{"nome":"Ada"}]]'))

  await expect(openCollection(adapter, Person)).rejects.toMatchObject({ code: 'INTERNAL' })
})
