import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { textOf } from './text-of.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const bigEndian = (text: string) => utf16(text).swap16()

const english = 'The quick brown fox jumps over the lazy dog.\nAnd on.\n'
const japanese =
  '職務経歴書を添付します。\n東京で検索エンジンを開発しました。よろしくお願いいたします。\n'
const russian =
  'Опыт работы: инженер по поиску в Москве, с две тысячи девятнадцатого года.\nСъешь же ещё этих мягких французских булок, да выпей чаю.\n'

it.each([
  ['UTF-8', Buffer.from(japanese), japanese],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${english}`), english],
  ['UTF-16 with a mark', utf16(`\ufeff${japanese}`), japanese],
  ['UTF-16 of the other kind with a mark', bigEndian(`\ufeff${japanese}`), japanese],
  ['UTF-16 without a mark', utf16(english), english],
  ['UTF-16 of the other kind without a mark', bigEndian(english), english],
  ['Japanese UTF-16 without a mark', utf16(japanese), japanese],
  ['Japanese UTF-16 of the other kind without a mark', bigEndian(japanese), japanese],
  ['ASCII', Buffer.from(english), english],
])('reads %s', (_what, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

// as Python encodes them
it.each([
  [
    'Shift_JIS',
    japanese,
    'kEWWsYxvl/CPkYLwk1mVdIK1gtyCt4FCCpOMi56CxYyfjfWDR4OTg1eDk4LwikqUrYK1gtyCtYK9gUKC5oLrgrWCrYKoiuiCooKigr2CtYLcgreBQgo=',
  ],
  [
    'EUC-JP',
    japanese,
    'v6bMs7fQzvK98aTyxbrJ1aS3pN6kuaGjCsXstf6kx7ihuvelqKXzpbil86Tys6vIr6S3pN6kt6S/oaOk6KTtpLekr6SqtOqkpKSkpL+kt6TepLmhowo=',
  ],
  [
    'GB18030',
    '这是我的简历。\n我在上海开发搜索引擎，谢谢您的阅读。\n',
    '1eLKx87StcS88sD6oaMKztLU2snPuqO/qreiy9HL99L9x+ajrNC70LvE+rXE1MS2waGjCg==',
  ],
  [
    'EUC-KR',
    '이력서를 첨부합니다.\n서울에서 검색 엔진을 개발했습니다.\n',
    'wMy3wrytuKYgw7e6zsfVtM+02S4KvK2/77+hvK0gsMu79iC/o8H4wLsgsLO538ffvcC0z7TZLgo=',
  ],
  [
    'Windows-1251',
    russian,
    'zu/78iDw4OHu8vs6IOjt5uXt5fAg7+4g7+7o8erzIOIgzO7x6uLlLCDxIOTi5SDy+/H/9+gg5OXi//Lt4OT24PLu4+4g4+7k4C4K0frl+Pwg5uUg5fm4IP3y6PUg7P/j6uj1IPTw4O328+fx6uj1IOHz6+7qLCDk4CDi++/l6SD34P4uCg==',
  ],
  [
    'KOI8-R',
    russian,
    '79DZ1CDSwcLP1Nk6IMnO1sXOxdIg0M8g0M/J08vVINcg7c/Ty9fFLCDTIMTXxSDU2dPR3skgxMXX0dTOwcTDwdTPx88gx8/EwS4K89/F29gg1sUgxd2jINzUycggzdHHy8nIIMbSwc7D1drTy8nIIMLVzM/LLCDEwSDX2dDFyiDewcAuCg==',
  ],
  [
    'Windows-1252',
    'Lebenslauf\nGrüße aus Köln, für die Übung größer – „gut“ €\n',
    'TGViZW5zbGF1ZgpHcvzfZSBhdXMgS/ZsbiwgZvxyIGRpZSDcYnVuZyBncvbfZXIgliCEZ3V0kyCACg==',
  ],
])('reads %s', (_encoding, text, base64) => {
  expect(decodeText(Buffer.from(base64, 'base64'))).toBe(text)
})

it.each([
  ['one word of Latin-1', Buffer.from('caf\xe9 and more\n', 'latin1'), 'café and more\n'],
  [
    'one Latin-1 comment in much code',
    Buffer.from(`${'x = 1\n'.repeat(20_000)}# f\xfcr sp\xe4ter\n`, 'latin1'),
    `${'x = 1\n'.repeat(20_000)}# für später\n`,
  ],
  [
    'UTF-8 with one byte of Latin-1',
    Buffer.concat([Buffer.from('Größe, Übung, '), Buffer.from([0xfc]), Buffer.from(' später')]),
    'Größe, Übung, \ufffd später',
  ],
  ['UTF-8 that is cut off', Buffer.from('Größe und Maß').subarray(0, -1), 'Größe und Ma\ufffd'],
])('reads %s', (_what, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

it.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['zeros', new Uint8Array(5_000)],
  ['numbers', new Uint8Array(Float64Array.from({ length: 500 }, (_, nth) => Math.sin(nth)).buffer)],
])('takes %s for no text', (_what, bytes) => {
  expect(decodeText(bytes)).toBeUndefined()
})

it('counts lines as editors do, and nothing else ends one', async () => {
  const text = 'one\r\ntwo\rthree\n\u2028four\u0085\vfive\f\0\x1b[1msix\r\n'

  expect(await textOf('a.txt', Buffer.from(text))).toEqual({
    status: 'skipped',
    reason: 'This is not a text file.',
  })
  expect(await textOf('a.txt', Buffer.from(text.replace('\0', '')))).toEqual({
    status: 'text',
    kind: 'prose',
    text: 'one\ntwo\nthree\n\u2028four\u0085 five  [1msix\n',
    marks: [],
  })
})
