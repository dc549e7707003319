/** Mails that break the rules, by what is wrong with them; as bytes. */
export function malformedMails(): ReadonlyMap<string, Uint8Array> {
  const all = {
    ...headerFaults(),
    ...boundaryFaults(),
    ...typeFaults(),
    ...encodingFaults(),
    ...htmlFaults(),
  }
  const bytes = Object.entries({ ...all, ...sizeFaults() }).map(
    ([fault, raw]) => [fault, typeof raw === 'string' ? Buffer.from(raw) : raw] as const,
  )
  return new Map(bytes)
}

type Faults = Record<string, string | Uint8Array>

const mail = (...headers: string[]) => `From: ada@acme.example\r\n${headers.join('\r\n')}\r\n\r\n`
const mixed = (...parts: string[]) =>
  mail('Content-Type: multipart/mixed; boundary=b') + parts.join('\r\n')

function headerFaults(): Faults {
  return {
    nothing: '',
    'an empty line': '\r\n',
    'one byte': 'x',
    'a NUL': '\0',
    'NULs alone': '\0'.repeat(1000),
    'no headers': '\r\nHello',
    'headers only': 'From: ada@acme.example\r\nSubject: Hi',
    'a header without colon': `${mail('Subject Hi')}Hello`,
    'a header without name': `${mail(': Hi')}Hello`,
    'a header without value': `${mail('Subject:')}Hello`,
    'white space before the first header': ` Subject: Hi\r\n${mail('To: b@c.example')}Hello`,
    'only bare carriage returns': `${mail('Subject: Hi').replaceAll('\r\n', '\r')}Hello`,
    'mixed line ends': 'From: a@b\nSubject: Hi\r\nTo: c@d\r\r\n\nHello',
    'a NUL in the subject': `${mail('Subject: Hi\0there')}Hello`,
    'raw 8-bit headers': Buffer.from(`${mail('Subject: Gespr\u00e4ch')}Hall\u00f6chen`, 'latin1'),
    'an unknown charset in a header': `${mail('Subject: =?x-nowhere?Q?Hi?=')}Hello`,
    'an endless encoded word': `${mail(`Subject: =?utf-8?Q?${'=C3'.repeat(5000)}`)}Hello`,
    'encoded words of half characters': `${mail('Subject: =?utf-8?Q?=C3?= =?utf-8?Q?=A4?=')}Hello`,
    'bad base64 in a header': `${mail('Subject: =?utf-8?B?%%%=?=')}Hello`,
    'no address in From': 'From: nobody at all\r\n\r\nHello',
    'an unclosed quote in From': 'From: "Ada <ada@acme.example>\r\n\r\nHello',
    'nested brackets in From': 'From: <<<<ada@acme.example>>>>\r\n\r\nHello',
    'many From headers': `${'From: a@b.example\r\n'.repeat(50)}\r\nHello`,
    'a group without end': 'To: team: a@b.example, c@d.example\r\n\r\nHello',
    'a nonsense date': `${mail('Date: the other day')}Hello`,
    'a date in the year 99999': `${mail('Date: Mon, 2 Mar 99999 10:00:00 +9999')}Hello`,
    'a message id without brackets': `${mail('Message-ID: abc@acme.example')}Hello`,
    'prose in In-Reply-To': `${mail('In-Reply-To: your message of Monday <x@y>')}Hello`,
    'a prototype as header': `${mail('__proto__: x', 'constructor: y', 'toString: z')}Hello`,
    'an mbox line': 'From ada@acme.example Mon Mar  2 10:00:00 2026\r\nSubject: Hi\r\n\r\nHello',
  }
}

function boundaryFaults(): Faults {
  return {
    'no boundary': `${mail('Content-Type: multipart/mixed')}--b\r\n\r\nHello\r\n--b--`,
    'an empty boundary': `${mail('Content-Type: multipart/mixed; boundary=""')}--\r\n\r\nHello\r\n----`,
    'a boundary that never comes': mixed('Hello'),
    'a boundary that is never closed': mixed('--b', 'Content-Type: text/plain', '', 'Hello'),
    'a boundary cut in half': mixed('--b', '', 'Hello', '-'),
    'a part of headers alone': mixed('--b', 'Content-Type: text/plain', '--b--'),
    'no part at all': mixed('--b--'),
    'text after the end': mixed('--b', '', 'Hello', '--b--', 'And more'),
    'the same boundary within': mixed(
      '--b',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'Hello',
      '--b--',
      '--b--',
    ),
    'a boundary that begins like another': mixed(
      '--b',
      'Content-Type: multipart/mixed; boundary=bb',
      '',
      '--bb',
      '',
      'Hello',
      '--bb--',
      '--b--',
    ),
    'a boundary of 10,000 letters': `${mail(`Content-Type: multipart/mixed; boundary=${'b'.repeat(10_000)}`)}Hello`,
    'a multipart in base64':
      mail('Content-Type: multipart/mixed; boundary=b', 'Content-Transfer-Encoding: base64') +
      '--b\r\n\r\nHello\r\n--b--',
    '1,000 levels': Array.from(
      { length: 1000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ).join(''),
    '1,000 levels of one boundary':
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(1000),
    '20,000 parts': mixed(...Array.from({ length: 20_000 }, () => '--b\r\n\r\nx'), '--b--'),
  }
}

function typeFaults(): Faults {
  return {
    'two content types': `${mail('Content-Type: text/plain', 'Content-Type: text/html')}<b>Hello`,
    'a content type of nonsense': `${mail('Content-Type: ////;;;==')}Hello`,
    'a content type without subtype': `${mail('Content-Type: text')}Hello`,
    'parameters without end': `${mail('Content-Type: text/plain; charset="utf-8; x=y')}Hello`,
    'continued parameters out of order': mixed(
      '--b',
      "Content-Type: application/x; name*2=c; name*0*=utf-8''%C3; name*1*=%A4",
      '',
      'x',
      '--b--',
    ),
    'a mail in a mail in a mail':
      mail('Content-Type: message/rfc822') +
      (mail('Content-Type: message/rfc822').repeat(60) + 'Hello'),
    'a mail in a mail without headers': mixed(
      '--b',
      'Content-Type: message/rfc822',
      '',
      '',
      'Hello',
      '--b--',
    ),
    'an external body': mixed(
      '--b',
      'Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"',
      '',
      '',
      '--b--',
    ),
    'a part in pieces': `${mail('Content-Type: message/partial; id=x; number=1; total=3')}Hello`,
  }
}

function encodingFaults(): Faults {
  const encoded = (encoding: string, type = 'text/plain; charset=utf-8') =>
    mail(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`)
  return {
    'bad base64': `${encoded('base64')}SGVs*bG8===\r\n====SGVsbG8`,
    'one letter of base64': `${encoded('base64')}S`,
    'base64 that is plain text': `${encoded('base64')}Hello, this is no base64 at all!`,
    'bad quoted-printable': `${encoded('quoted-printable')}Hello =ZZ =4 = =\r\n=`,
    'quoted-printable cut in half': `${encoded('quoted-printable')}Hello =C3`,
    'an unknown encoding': `${encoded('x-rot13')}Uryyb`,
    'an encoding with comments': `${encoded('(really) base64 (yes)')}SGVsbG8=`,
    'uuencoded text': `${encoded('x-uuencode')}begin 644 x\r\n#:&D*\r\n\`\r\nend`,
    'an unknown charset': `${mail('Content-Type: text/plain; charset=x-nowhere')}Hello`,
    'a charset of nonsense': `${mail('Content-Type: text/plain; charset="=?\\"')}Hello`,
    'Latin-1 that is said to be UTF-8': Buffer.from(
      `${mail('Content-Type: text/plain; charset=utf-8')}Gr\u00fc\u00dfe`,
      'latin1',
    ),
    'UTF-16 without mark': Buffer.concat([
      Buffer.from(mail('Content-Type: text/plain; charset=utf-16')),
      Buffer.from('Hello', 'utf16le'),
      Buffer.from([0]),
    ]),
    'UTF-7': `${mail('Content-Type: text/plain; charset=utf-7')}Gr+APwA3w-e`,
    'half surrogates': `${mail('Content-Type: text/html; charset=utf-8')}&#xD800;&#xDFFF;Hello&#x110000;`,
    'NULs in the text': `${mail('Content-Type: text/plain')}He\0llo\0`,
    'every byte there is': Buffer.concat([
      Buffer.from(mail('Content-Type: text/plain')),
      Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
    ]),
    'noise instead of a mail': Buffer.from(
      Array.from({ length: 5000 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) % 256),
    ),
    'an invitation of nothing': mail('Content-Type: text/calendar; method=REQUEST'),
    'an invitation of noise': `${mail('Content-Type: text/calendar', 'Content-Transfer-Encoding: base64')}////AAAA////`,
    'flowed text without end':
      mail('Content-Type: text/plain; format=flowed; delsp=yes') + 'a \r\n'.repeat(5000),
  }
}

function htmlFaults(): Faults {
  const html = (body: string) => mail('Content-Type: text/html; charset=utf-8') + body
  return {
    'HTML without end': html('<html><body><p>Hello <b'),
    'an open comment': html('Hello <!-- and'),
    'an open style sheet': html('Hello <style> .x {'),
    'an open attribute': html('Hello <a href="x'),
    'tags closed in the wrong order': html('<b><i><p>Hello</b></i></p></table>'),
    '20,000 open elements': html(`${'<div>'.repeat(20_000)}Hello`),
    '50,000 attributes': html(
      `<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=1`).join(' ')}>Hello</p>`,
    ),
    'entities of nonsense': html('&;&#;&#x;&#99999999999;&nosuch; Hello'),
    XML: html('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;<![CDATA[Hello]]></x>'),
    'JSON-LD of nonsense': html('<script type="application/ld+json">{{{</script>Hello'),
  }
}

function sizeFaults(): Faults {
  return {
    'a line of a megabyte': `${mail('Subject: Hi')}${'x'.repeat(1_000_000)}`,
    'a subject of a megabyte': `${mail(`Subject: ${'x'.repeat(1_000_000)}`)}Hello`,
    'three megabytes of headers': `${mail(...Array.from({ length: 30_000 }, (_, n) => `X-${n}: ${'x'.repeat(90)}`), 'Subject: Hi')}Hello`,
    'a folded header of 50,000 lines': `${mail(`References: ${'<a@b>\r\n '.repeat(50_000)}<c@d>`)}Hello`,
    '20,000 recipients': `${mail(`To: ${'a@b.example, '.repeat(20_000)}`)}Hello`,
    '200,000 empty lines': `${mail('Subject: Hi')}${'\n'.repeat(200_000)}`,
  }
}
