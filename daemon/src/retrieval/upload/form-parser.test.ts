import { expect, it } from 'vitest'
import { partName } from './form-parser.ts'

function read(header: string) {
  return partName(Buffer.from(header))
}

const file = (fileName: string | null) => ({ field: 'files', fileName })

it.each([
  ['form-data; name="files"; filename="p/a.md"', 'p/a.md'],
  ['form-data; name="files"; filename="p/Ünï🎉.md"', 'p/Ünï🎉.md'],
  ['form-data; filename="p/a;b=c, d.md"; name="files"', 'p/a;b=c, d.md'],
  ['Form-Data;NAME="files" ; FileName="a"', 'a'],
  ['form-data; name=files; filename=a.md;', 'a.md'],
  ['form-data; name="files"; filename=""', ''],
  ['form-data; name="files"', null],
  ['form-data; name="files"; filename="p/a%22b%0D%0A.md"', 'p/a%22b%0D%0A.md'],
  // as curl and Python write them
  ['form-data; name="files"; filename="p/a\\"b.md"', 'p/a"b.md'],
  ['form-data; name="files"; filename*=utf-8\'\'p%2F%C3%9C.md', 'p/Ü.md'],
  ['form-data; name="files"; filename="p/U.md"; filename*=UTF-8\'en\'p%2F%C3%9C.md', 'p/Ü.md'],
  // a backslash is no way to write anything else: it stays, and is refused with its path
  ['form-data; name="files"; filename="..\\..\\a.md"', '..\\..\\a.md'],
  ['form-data; name="files"; filename="a\\\\b.md"', 'a\\\\b.md'],
])('reads %s', (header, fileName) => {
  expect(read(header)).toEqual(file(fileName))
})

it.each([
  [''],
  ['attachment; filename="a.md"'],
  ['form-data'],
  ['form-data; filename="a.md"'],
  ['form-data; name="files"; filename="a.md'],
  ['form-data; name="files"; filename="a"b.md"'],
  ['form-data; name="files"; filename="a\\"'],
  ['form-data; name="files"; filename="a.md"; filename="b.md"'],
  ['form-data; name="files" filename="a.md"'],
  ['form-data; name="files"; filename=a b.md'],
  ['form-data; name="files"; filename*=utf-8\'\'%FF.md'],
  ['form-data; name="files"; filename*=latin-1\'\'%E9.md'],
  ['form-datax; name="files"'],
])('makes nothing of %s', (header) => {
  expect(read(header)).toBeNull()
})

it('makes nothing of a name that is no UTF-8', () => {
  const header = 'form-data; name="files"; filename="p/Ü.md"'

  expect(partName(Buffer.from(header, 'latin1'))).toBeNull()
})

it.each(['; a=b', '; a="b', ' ', '\\"', '; filename="\\', '""', ';;', "''%"])(
  'comes to an end over a header of many %j',
  (piece) => {
    expect(() => read(`form-data; name="files"${piece.repeat(20_000)}`)).not.toThrow()
  },
)
