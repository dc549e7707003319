/** The path of the folder that this build lies in, with slashes around it: `/` at a daemon. */
export const appPath = folderOf(import.meta.env.BASE_URL, import.meta.url)

/**
 * The folder of a build that was made for the path `base`. A build for any path (`./`) is where its
 * scripts are: Vite puts them into a folder beside the page.
 */
export function folderOf(base: string, script: string): string {
  return base === './' ? new URL('..', script).pathname : base
}
