/** Replies that streaming markdown finds hard, by what makes them so. */
export const sampleReplies: Readonly<Record<string, string>> = {
  fences: [
    'Run this:\n\n```ts title="a.ts"\nconst a: number = 1\n\n\nfunction f() {}\n```\nand then\n```sh\nnpm test\n```',
    '~~~\n```\nnot the end\n```\n~~~\n\n````md\n```js\ninner\n```\n````\n\nafter\n\n```',
  ].join('\n\n'),
  'an open fence': 'Look:\n\n```python\ndef f():\n    return "a"\n\n\n',
  'indented fences':
    'a\n\n  ```js\n  let a\n   let b\n  ```\n\n    indented code\n\n    more\n\nend',
  'nested lists':
    '1. One\n   - a\n     - deep\n\n       para\n   - b\n\n     ```js\n     code\n     ```\n2. Two\n\n   para\n\n\n3. Three\n- other\n- list\n\n* third\n\nend',
  'loose lists': '- a\n- b\n\n- c\n\n  d\n\n\n- e\n\npara\n- f\n2. not an item\n1. item\n',
  'task lists': '- [ ] open\n- [x] done\n  - [ ] inner\n\n+ [ ] plus\n',
  tables:
    'Before\n\n| a | b |\n|:--|--:|\n| **1** | `x|y` |\n| \\| | [l](https://example.org) |\n\nafter\na | b\n-|-\n1 | 2\nnot | a | row\n\n> | q | r |\n> |---|---|\n> | 1 | 2 |\n',
  'setext headings': 'Title\n=====\n\nText\nover lines\n---\n\npara\n\n---\n\n***\nmore\n-\n',
  'reference links':
    'See [the guide][g], [g] and ![img][i].\n\n> [inner]: https://example.org/inner\n\n[g]: https://example.org/guide "Guide"\n[i]: https://example.org/i.png\n\n[inner] end',
  footnotes:
    'Fact[^1] and another[^long].\n\n[^1]: Source.\n\n[^long]: First.\n\n    Second paragraph.\n\nEnd.',
  html: 'a <b>bold</b>\n\n<div>\n**not bold**\n</div>\n\n<!-- a\n\ncomment -->\n\n<details>\n\n**bold**\n\n</details>\n\n<script>\n\nalert(1)\n\n</script>\nend\n\n<pre>\n\n# x\n\n</pre>\n',
  CJK: '# 標題\n\n**粗體**文字，「引號」。\n\n- 項目一\n- 項目二\n\n日本語の**太字**です。\n한국어 ~~취소~~',
  emoji: '👩‍👩‍👧 **family** 🇩🇪\n\n- 👍🏽 yes\n- 👎 no\n\n`🧪` *é* ñ\n\n> 🎉\n',
  'inline marks':
    'a *b **c** d* _e_ __f__ ~~g~~ `h` ``i`j`` ***k*** \\*l\\* 2*3*4 snake_case_name <https://a.example> www.example.org me@example.org  \nbreak\\\nbreak\n\n![x](https://example.org/a.png) [![y](https://example.org/b.png)](https://example.org)',
  quotes:
    '> one\nlazy\n> two\n\n> three\n> - a\n>   - b\n>\n> ```js\n> x\n> ```\n\n>> nested\n> back\n\nend',
  'line ends': '# A\r\n\r\n- a\r\n- b\r\n\r\n```js\r\nx\r\n```\r\n\r\nend\r\n',
  'half marks':
    '**bold and [link](https://exam\n\n*open\n\n`tick\n\n![alt](http\n\n| a | b\n|--\n\n~~gone',
  blanks: '\n\n\n  lead\n\n\n\ntrail   \n\n\t\n \n# h #\n\n',
  equations:
    'Let $a_1 * b_2$ and $$\\sum_{i} x_i$$ cost $5 to $10.\n\nA. first\nB. second\n\n1986\\. A year\n',
}
