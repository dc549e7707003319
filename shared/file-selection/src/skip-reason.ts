import {
  DOCUMENT_MAX_BYTES,
  FILE_MAX_BYTES,
  PATH_MAX_BYTES,
  PATH_MAX_DEPTH,
} from '@shortlist/contracts/limits'

type SafePath = { readonly path: string } | { readonly reason: string }

/** Bidirectional marks and controls: they make a name read as another one. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Names of devices on Windows, with any ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i
const drive = /^[a-z]:/i

/** Nothing that could be refused, as most names are. */
const plain = /^[\w][\w-]*(?:\.[\w-]+)*$/

/**
 * The path of a file within its folder as it is kept, or the sentence why it is refused. NFC is all
 * that is changed about a name: nothing is cut, decoded or replaced, so two names become one path
 * only where they are the same text. `/` alone separates.
 */
export function safePath(raw: string): SafePath {
  // a UTF-16 unit is at least one byte, and what is too long need not be looked at
  if (raw.length > PATH_MAX_BYTES) return { reason: tooLong }
  const path = raw.normalize('NFC')
  const reason = shapeRefusal(path) ?? path.split('/').map(nameRefusal).find(Boolean)
  return reason === undefined ? { path } : { reason }
}

/** Why a path of names that are fine each is refused; undefined where it is not. */
export function shapeRefusal(path: string): string | undefined {
  if (path === '') return 'The file has no name.'
  if (path.startsWith('/') || drive.test(path)) return absolute
  if (isTooLong(path)) return tooLong
  const isTooDeep = path.split('/').length > PATH_MAX_DEPTH
  return isTooDeep ? `The path has more than ${PATH_MAX_DEPTH} names.` : undefined
}

/** Why one name of a path, in NFC, is refused; undefined where it is not. */
export function nameRefusal(name: string): string | undefined {
  if (plain.test(name) && !device.test(name)) return undefined
  if (name === '') return 'The path has an empty name.'
  if (name === '.' || name === '..') return 'The path has a name of dots alone.'
  if (drive.test(name) && name.length === 2) return absolute
  if (name.includes('\\')) return 'The path has a backslash.'
  if (control.test(name)) return 'The path has control characters.'
  if (bidi.test(name)) return 'The path has characters that turn the direction of writing.'
  if (!name.isWellFormed() || name.includes('\ufffd')) {
    return 'The path has characters that cannot be read.'
  }
  if (name.endsWith('.') || name.endsWith(' ')) {
    return 'A name of the path ends in a dot or a space.'
  }
  if (device.test(name)) return 'A name of the path is reserved by Windows.'
  return undefined
}

const absolute = 'The path does not begin in the folder.'
const tooLong = `The path is longer than ${PATH_MAX_BYTES} bytes.`

function isTooLong(path: string): boolean {
  // a unit of UTF-16 is at most three bytes of UTF-8
  if (path.length * 3 <= PATH_MAX_BYTES) return false
  let bytes = 0
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes > PATH_MAX_BYTES
}

/** Folders that tools fill, and that nobody names so for anything else. */
const toolFolders: ReadonlyMap<string, string> = byName({
  'Files of version control are not read.': '.git .hg .svn .jj .bzr _darcs .fossil',
  'Dependencies are not read.':
    'node_modules bower_components jspm_packages web_modules .pnpm-store .yarn site-packages ' +
    'dist-packages .venv venv .virtualenv __pypackages__ .eggs .bundle .m2 .rustup .nuget ' +
    '.pub-cache .stack-work elm-stuff .swiftpm .terraform',
  'Build output is not read.':
    '.next .nuxt .output .svelte-kit .vercel .netlify .docusaurus .wxt .serverless .aws-sam ' +
    '.dart_tool .expo deriveddata cmakefiles',
  'Caches are not read.':
    '__pycache__ .mypy_cache .pytest_cache .ruff_cache .hypothesis .tox .nox .ipynb_checkpoints ' +
    '.cache .parcel-cache .turbo .vite .nx .angular .sass-cache .gradle .nyc_output .eslintcache ' +
    '.npm .ccls-cache .direnv',
  'Files of the system are not read.':
    '__macosx .trash .trashes $recycle.bin .spotlight-v100 .fseventsd .appledouble',
  'Settings of editors are not read.': '.idea .vs .history',
})

/**
 * Folders that hold output where they lie in a project. Somebody may choose one of them, and then
 * its files are what is asked for. They are written in small letters, folders of people often are not.
 */
const outputFolder = /^(?:build|dist|coverage|htmlcov)$/

/**
 * Why a file is not worth reading, or must not be, by its path alone: a sentence, or null. The path
 * is a safe one whose first name is that of the chosen folder.
 */
export function skipReason(path: string): string | null {
  const names = path.split('/')
  const name = names.pop() ?? ''
  const folderName = names.at(-1) ?? ''
  for (const [depth, folder] of names.entries()) {
    const reason = folderSkipReason(folder, depth === 0)
    if (reason !== null) return reason
  }
  return fileSkipReason(name, folderName)
}

/** Why nothing below a folder is read, by its own name alone. */
export function folderSkipReason(name: string, isChosen: boolean): string | null {
  const lower = name.toLowerCase()
  if (secretFolders.has(lower)) return 'This folder holds secrets.'
  if (lower === 'system volume information') return 'Files of the system are not read.'
  const isOutput = lower.endsWith('.egg-info') || (!isChosen && outputFolder.test(name))
  return toolFolders.get(lower) ?? (isOutput ? 'Build output is not read.' : null)
}

/** Why a file is not read, by its own name and that of the folder it lies in. */
export function fileSkipReason(name: string, folder: string): string | null {
  const lower = name.toLowerCase()
  if (isSecretFile(lower, folder.toLowerCase())) return 'This looks like a secret.'
  const [, reason] = fileShapes.find(([shape]) => shape.test(lower)) ?? []
  const ending = /\.([^.]*)$/.exec(lower)?.[1] ?? ''
  return fileNames.get(lower) ?? reason ?? fileKinds.get(ending) ?? null
}

/** By its whole name, in small letters: what tools and systems write for themselves. */
const fileNames: ReadonlyMap<string, string> = byName({
  'Lock files are not read.':
    'package-lock.json npm-shrinkwrap.json pnpm-lock.yaml bun.lockb go.sum go.work.sum ' +
    'packages.lock.json project.assets.json gradle.lockfile package.resolved cartfile.resolved ' +
    '.terraform.lock.hcl .package-lock.json .pnp.cjs .pnp.loader.mjs',
  'Files of the system are not read.': '.ds_store thumbs.db desktop.ini',
})

/** By how a name in small letters begins or ends. */
const fileShapes: readonly (readonly [shape: RegExp, reason: string])[] = [
  [/\.lock$/, 'Lock files are not read.'],
  [/[.-]min\.(?:[cm]?js|css|html?)$/, 'This file is minified.'],
  [/\.(?:[cm]?[jt]sx?|css)\.map$/, 'Source maps are not read.'],
  [
    /^~\$|^\._|~$|\.(?:sw[op]|tmp|temp|crdownload|part|partial)$/,
    'Files of the system are not read.',
  ],
]

/** Why something is not read, by its name; the names of a reason are parted by spaces. */
function byName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(names).flatMap(([reason, each]) =>
      each.split(' ').map((name) => [name, reason] as const),
    ),
  )
}

/** By ending, in small letters and without its dot: why files of that kind are not read. */
const fileKinds: ReadonlyMap<string, string> = byName({
  'Images are not read.':
    'png jpg jpeg jpe jfif gif webp avif heic heif bmp tif tiff ico icns cur svg svgz psd psb ai ' +
    'eps indd xcf sketch fig xd cr2 cr3 nef arw dng tga dds exr hdr jp2 jxl jxr blend fbx glb ' +
    'stl 3ds dwg skp',
  'Audio and video are not read.':
    'mp3 wav flac ogg oga opus m4a aac wma aif aiff mid midi amr mp4 m4v mov avi mkv webm wmv flv ' +
    'mpg mpeg 3gp ogv m2ts vob',
  'Fonts are not read.': 'ttf otf woff woff2 eot ttc pfb',
  'Archives are not read.':
    'zip tar gz tgz bz2 tbz xz txz zst lz lz4 7z rar cab jar war ear whl egg gem crate nupkg apk ' +
    'aab ipa deb rpm snap flatpak appimage iso img dmg pkg msi vsix xpi crx asar vhd vhdx vmdk qcow2',
  'Programs are not read.':
    'exe dll so dylib a o obj ko sys bin elf class dex pyc pyo pyd wasm node beam hi rlib ' +
    'rmeta pdb ilk exp gch pch efi rom swf',
  'Databases are not read.':
    'db db3 sqlite sqlite3 sqlitedb db-wal db-shm db-journal mdb accdb frm ibd myd myi ldb dbf ' +
    'realm rdb parquet feather arrow orc avro',
  'Files of data and models are not read.':
    'npy npz pkl pickle joblib h5 hdf5 mat rdata rds onnx pt pth ckpt safetensors gguf ggml tflite ' +
    'mlmodel pb pbf tfrecord fits',
  'Of office documents only PDF and Word (.docx) are read.':
    'doc dot docm dotx xls xlsx xlsm xlsb ppt pptx pptm pps odt ods odp odg pages numbers keynote ' +
    'mpp vsd vsdx one epub mobi azw azw3 djvu xps pst ost',
})

/** Folders of programs that keep keys and tokens, in small letters. */
const secretFolders: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.gcloud',
  '.kube',
  '.password-store',
  '.keychain',
  '.local-keyrings',
])

/** Files whose whole name says it, some only together with that of their folder. */
const secretFiles: ReadonlySet<string> = new Set([
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.mylogin.cnf',
  '.htpasswd',
  '.htdigest',
  '.git-credentials',
  '.dockercfg',
  '.dockerconfigjson',
  '.s3cfg',
  '.boto',
  '.envrc',
  '.authinfo',
  '.vault-token',
  '.vault_pass',
  '.vault-pass',
  '.terraformrc',
  'terraform.rc',
  '.secrets',
  '.credentials',
  'credentials',
  'kubeconfig',
  'local.settings.json',
  'wp-config.php',
  'serviceaccountkey.json',
  'keystore.properties',
  'token.json',
  '.docker/config.json',
])

/** Endings of keys, key stores and states that hold passwords in the clear. */
const secretEnding =
  /\.(?:pem|key|p8|p12|pfx|pkcs12|ppk|jks|keystore|bcfks|kdb|kdbx|agekey|gpg|pgp|ovpn|mobileprovision|tfvars|tfvars\.json|tfstate|tfstate\.backup)$/

/** `.env`, `.env.local`, `production.env`, but none that is meant to be copied and filled in. */
const environment = /^\.env(?:[._-].*)?$|\.env$/
const environmentTemplate =
  /^\.env.*[._-](?:example|sample|template|tmpl|dist|defaults|schema)$|^(?:example|sample|template)\.env$/

/** Keys as OpenSSH names them, with whatever follows; their `.pub` half is public. */
const sshKey = /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?!.*\.pub$)/
const history = /^\.[a-z0-9_]*_?history$/

/** Settings and lists, not code, that are named after what they hold. */
const named =
  /^(?:.*[._-])?(?:secrets?|credentials?|passwords?|passwd|client[_-]secrets?|service[_-]?account(?:[_-]?key)?|api[_-]?keys?)(?:[._-].*)?\.(?:json|ya?ml|toml|ini|cfg|conf|properties|xml|csv|txt|plist|env)$/

const namedTemplate = /[._-](?:example|sample|template|schema)\.[a-z]+$/

/**
 * Whether a file of this name is likely to hold keys, tokens or passwords; the names are in small
 * letters.
 */
function isSecretFile(name: string, folder: string): boolean {
  if (secretFiles.has(name) || secretFiles.has(`${folder}/${name}`)) return true
  if (environment.test(name)) return !environmentTemplate.test(name)
  if (named.test(name)) return !namedTemplate.test(name)
  return sshKey.test(name) || history.test(name) || secretEnding.test(name)
}

const MEGABYTE = 1024 * 1024
const document = /\.(?:pdf|docx)$/i

/** How large a file of this name may be, in bytes. */
export function maxBytesOf(path: string): number {
  return document.test(path) ? DOCUMENT_MAX_BYTES : FILE_MAX_BYTES
}

/** Why a file of this name is not read for its size in bytes; null where it is. */
export function sizeReason(path: string, bytes: number): string | null {
  if (bytes === 0) return 'The file is empty.'
  const most = maxBytesOf(path)
  return bytes > most ? `The file is larger than ${most / MEGABYTE} MB.` : null
}
