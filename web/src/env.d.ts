interface ImportMetaEnv {
  /** Where the source of this build is, from the root's package.json. */
  readonly SOURCE_URL: string
}
