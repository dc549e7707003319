import { Health } from '@shortlist/contracts/health'

/** The version of the Shortlist that answers on a port; undefined where it is something else. */
export async function whoAnswers(port: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://localhost:${port}/api/health`, {
      signal: AbortSignal.timeout(2000),
    })
    return Health.parse(await answer.json()).version
  } catch {
    // whatever does not speak like Shortlist is another program
    return undefined
  }
}
