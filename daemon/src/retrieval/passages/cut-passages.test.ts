import { describe, expect, it } from 'vitest'
import { body, cut, headings } from './testing/passages-of.ts'

describe('code', () => {
  it('cuts TypeScript at functions, classes and methods, with what is before them', () => {
    const text = [
      "import { a } from 'a'\n\n",
      `/** Adds. */\nexport function add() {\n${body('  ')}}\n\n`,
      `@Injectable({\n  scope: 1,\n})\nexport class Store<T> {\n  // Appends.\n  append() {\n${body('    ')}  }\n\n`,
      `  #close = async () => {\n${body('    ')}  }\n}\n\n`,
      `/**\n * Runs.\n */\n// At once.\nexport const run = async () => {\n${body('  ')}}\n\n`,
      `describe('things', () => {\n  it('works', () => {\n${body('    ')}  })\n  it('fails', () => {\n${body('    ')}  })\n`,
      `  it('again', () => {\n${body('    ')}  })\n})\n`,
    ].join('')

    const passages = cut('src/a.ts', text)

    expect(passages.map(({ heading }) => heading)).toEqual([
      'add',
      'class Store › append',
      'class Store › #close',
      'run',
      "describe('things') › it('works')",
      "describe('things') › it('fails')",
      "describe('things') › it('again')",
    ])
    expect(passages[0]).toMatchObject({ firstLine: 1, lastLine: 25 })
    expect(text.slice(passages[1]?.start).startsWith('@Injectable({\n  scope: 1,\n})\n')).toBe(true)
    expect(text.slice(passages[3]?.start).startsWith('/**\n * Runs.')).toBe(true)
    expect(text.slice(0, passages[2]?.end).endsWith('  }\n}')).toBe(true)
  })

  it('cuts JavaScript with JSX, objects of functions and assigned functions', () => {
    const text = [
      `function View() {\n  return (\n    <p>\n${body('      ', '{}')}    </p>\n  )\n}\n\n`,
      `module.exports = {\n  load() {\n${body('    ')}  },\n  'save-all': function () {\n${body('    ')}  },\n  kill() {\n${body('    ')}  },\n}\n\n`,
      `Foo.prototype.bar = function () {\n${body('  ')}}\n`,
    ].join('')

    expect(headings('a.jsx', text)).toEqual([
      'View',
      'load',
      'save-all',
      'kill',
      'Foo.prototype.bar',
    ])
  })

  it.each([
    [
      'a.py',
      `import a\n\n@dec(\n  1,\n)\ndef f(a):\n${body('    ', '#')}\n\nclass A(B):\n    """Doc."""\n\n    async def m(self):\n${body('        ', '#')}\n    @property\n    def n(self):\n${body('        ', '#')}`,
      ['f', 'class A › m', 'class A › n'],
    ],
    [
      'A.java',
      `package a;\n\n/** Doc. */\n@Ann\npublic class Foo<T> extends Bar {\n  private int x = 1;\n\n  public Foo() {\n${body('    ')}  }\n\n  @Override\n  public List<T> bar(int a) {\n${body('    ')}  }\n\n  interface In {\n    void q();\n  }\n}\n`,
      ['class Foo › Foo', 'class Foo › bar'],
    ],
    [
      'a.cpp',
      `#include <a>\n\nnamespace n {\n\ntemplate <typename T>\nclass Foo : public Bar {\npublic:\n  int bar() const {\n${body('    ')}  }\n\n  int baz() {\n${body('    ')}  }\n};\n\n}\n\nstatic std::vector<int> *Foo::qux(int a) const {\n${body('  ')}}\n\nint main() {\n${body('  ')}}\n`,
      ['class Foo › bar', 'class Foo › baz', 'Foo::qux', 'main'],
    ],
    [
      'a.rs',
      `use a;\n\n/// Doc.\n#[derive(Debug)]\npub struct Foo {\n  a: i32,\n}\n\nimpl<T> Display for Foo<T> {\n  /// Formats.\n  pub fn fmt(&self) {\n${body('    ')}  }\n\n  fn eq(&self) {\n${body('    ')}  }\n\n  fn ne(&self) {\n${body('    ')}  }\n}\n\nmod tests {\n  #[test]\n  fn it() {\n${body('    ')}  }\n}\n`,
      [
        'impl<T> Display for Foo<T> › fmt',
        'impl<T> Display for Foo<T> › eq',
        'impl<T> Display for Foo<T> › ne',
        'mod tests › it',
      ],
    ],
    [
      'a.go',
      `package main\n\n// Handle handles.\nfunc (s *Server[T]) Handle(w int) error {\n${body('\t')}}\n\ntype Server struct {\n${body('\t')}}\n\nfunc main() {\n${body('\t')}}\n`,
      ['Server.Handle', 'type Server', 'main'],
    ],
    [
      'a.php',
      `<?php\nnamespace A;\n\n/** Doc. */\nabstract class Foo extends Bar {\n  const X = 1;\n\n  public function bar(int $a): string {\n${body('    ')}  }\n\n  function baz() {\n${body('    ')}  }\n\n  function qux() {\n${body('    ')}  }\n}\n`,
      ['class Foo › bar', 'class Foo › baz', 'class Foo › qux'],
    ],
    [
      'a.css',
      `.a,\n.b > c {\n${'  color: rgb(255 255 255);\n'.repeat(14)}}\n\n@media (max-width: 3px) {\n  .x {\n${'    color: rgb(255 255 255);\n'.repeat(14)}  }\n\n  .y {\n${'    color: rgb(255 255 255);\n'.repeat(34)}  }\n}\n`,
      ['.a, .b > c', '@media (max-width: 3px) › .x', '@media (max-width: 3px) › .y'],
    ],
  ])('cuts %s at what has a name', (path, text, expected) => {
    expect(headings(path, text)).toEqual(expected)
  })

  it.each([
    [
      'A.cs',
      `namespace Acme.Shop\n{\n    /// Orders.\n    [Serializable]\n    public class Orders : IOrders\n    {\n        public Orders(IDb db)\n        {\n${body('            ')}        }\n\n        [HttpPost("/orders")]\n        public async Task<Order> PlaceAsync(Cart cart)\n        {\n            if (cart == null)\n            {\n                throw new Oops();\n            }\n${body('            ')}        }\n    }\n}\n`,
      [
        'namespace Acme.Shop › class Orders › Orders',
        'namespace Acme.Shop › class Orders › PlaceAsync',
      ],
    ],
    [
      'a.kt',
      `package a\n\ndata class Foo(val a: Int) {\n    fun bar() {\n${body('        ')}    }\n\n    private suspend fun baz(): Int {\n${body('        ')}    }\n\n    fun qux() {\n${body('        ')}    }\n}\n`,
      ['class Foo › bar', 'class Foo › baz', 'class Foo › qux'],
    ],
    [
      'a.rb',
      `module Acme\n  # A queue.\n  class Queue < Base\n    def push(item)\n${body('      ', '#')}    end\n\n    def self.build!(options)\n${body('      ', '#')}    end\n\n    def pop?\n${body('      ', '#')}    end\n  end\nend\n`,
      [
        'module Acme › class Queue › push',
        'module Acme › class Queue › self.build!',
        'module Acme › class Queue › pop?',
      ],
    ],
    [
      'a.sh',
      `set -e\n\nstart() {\n${body('  ', '#')}}\n\nfunction stop {\n${body('  ', '#')}}\n`,
      ['start', 'stop'],
    ],
    [
      'a.sql',
      `-- Users.\nCREATE TABLE IF NOT EXISTS "users" (\n${'  id INTEGER PRIMARY KEY,\n'.repeat(20)});\n\ncreate or replace view all_users as\n${'  select name from users\n'.repeat(20)}`,
      ['table users', 'view all_users'],
    ],
    [
      'main.tf',
      `resource "aws_s3" "b" {\n${'  some_setting = "a value"\n'.repeat(20)}}\n`,
      ['resource "aws_s3" "b"'],
    ],
  ])('cuts %s at what has a name in it', (path, text, expected) => {
    expect(headings(path, text)).toEqual(expected)
  })

  it('names the functions within calls, and not what functions keep', () => {
    const rows = Array.from(
      { length: 30 },
      (_, n) => `    'one of many rows, which is ${n}',\n`,
    ).join('')
    const text = `start(() => {\n${body('  ')}\n  function inner() {\n    const rows = [\n${rows}    ]\n${body('    ')}  }\n\n${body('  ')}})\n`

    const passages = cut('a.js', text)

    expect([...new Set(passages.map(({ heading }) => heading))]).toEqual(['', 'inner'])
    expect(passages[1]).toMatchObject({ heading: 'inner', firstLine: 23 })
  })

  it('leaves decorators of several lines with what they are about', () => {
    const text = `def f():\n${body('    ', '#')}\n@dec(\n    1,\n)\ndef g():\n${body('    ', '#')}`

    const passages = cut('a.py', text)

    expect(passages.map(({ heading }) => heading)).toEqual(['f', 'g'])
    expect(text.slice(passages[1]?.start).startsWith('@dec(')).toBe(true)
  })

  it('leaves comments and attributes with what they are about, in languages with attributes', () => {
    const text = `class A\n{\n    void One()\n    {\n${body('        ')}    }\n\n    // About it.\n    [Test]\n    void Two()\n    {\n${body('        ')}    }\n}\n`

    const passages = cut('a.cs', text)

    expect(passages.map(({ heading }) => heading)).toEqual(['class A › One', 'class A › Two'])
    expect(text.slice(passages[1]?.start).startsWith('    // About it.\n    [Test]\n')).toBe(true)
  })

  it('puts small neighbours into one passage', () => {
    const text = `import a from 'a'\n\nconst limit = 1\n\nfunction f() {\n  return 1\n}\n\ninterface A {\n  b: 1\n}\n`

    expect(cut('a.ts', text)).toEqual([
      { start: 0, end: text.length - 1, firstLine: 1, lastLine: 11, heading: '' },
    ])
  })

  it('cuts a function that is too long where its statements begin, and keeps what is around', () => {
    const steps = Array.from(
      { length: 12 },
      (_, n) => `    // Step ${n}.\n    if (a) {\n${'      doSomething(1)\n'.repeat(8)}    }\n`,
    )
    const text = `class A {\n  run() {\n${steps.join('\n')}  }\n}\n`

    const passages = cut('a.ts', text)

    expect(passages.length).toBeGreaterThan(1)
    for (const { start, heading } of passages.slice(1)) {
      expect(heading).toBe('class A › run')
      expect(text.slice(start)).toMatch(/^ {4}\/\/ Step/)
    }
  })

  it('still cuts what is whole in broken code where it is', () => {
    const text = `function a() {\n${body('  ')}}\n\nconst limit = = 5\nif (x { y( }\n\nfunction b() {\n${body('  ')}}\n`

    expect(headings('a.ts', text)).toEqual(['a', 'b'])
  })

  it('is not misled by brackets that never close', () => {
    const text = `${'('.repeat(300)}\n\nfunction a() {\n${body('  ', '//', 80)}}\n`

    expect(headings('a.ts', text).at(-1)).toBe('a')
  })
})
