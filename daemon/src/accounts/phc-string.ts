/** What it takes to compute an argon2id hash. */
export interface Argon2Cost {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

export interface PhcString extends Argon2Cost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d{1,7}),t=(?<passes>\d{1,3}),p=(?<parallelism>\d{1,2})\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/

/** Writes an argon2id hash as a PHC string (github.com/P-H-C/phc-string-format). */
export function formatPhc({ memory, passes, parallelism, salt, tag }: PhcString): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`
}

/** Reads an argon2id hash of version 19; undefined for any other text. */
export function parsePhc(text: string): PhcString | undefined {
  const { memory, passes, parallelism, salt, tag } = PHC.exec(text)?.groups ?? {}
  if (salt === undefined || tag === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Base64 as PHC strings have it, without padding. */
function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
