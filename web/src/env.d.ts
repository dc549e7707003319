interface ImportMetaEnv {
  /** Where the source of this build is, where the root's package.json names it. */
  readonly SOURCE_URL?: string
  /** What the root's package.json says. */
  readonly APP_VERSION: string
  /** The id of the demo's account; `demo-user` where it is not set at build time. */
  readonly VITE_DEMO_USER_ID?: string
}
