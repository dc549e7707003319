/** Folders of programs that keep keys and tokens, in small letters. */
export const secretFolders: ReadonlySet<string> = new Set([
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
export function isSecretFile(name: string, folder: string): boolean {
  if (secretFiles.has(name) || secretFiles.has(`${folder}/${name}`)) return true
  if (environment.test(name)) return !environmentTemplate.test(name)
  if (named.test(name)) return !namedTemplate.test(name)
  return sshKey.test(name) || history.test(name) || secretEnding.test(name)
}
