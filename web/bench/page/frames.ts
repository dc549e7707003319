/** Resolves after the next frame was painted. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
}

/** Resolves when an element has not changed for some frames. */
export async function untilStill(element: Element): Promise<void> {
  let last = ''
  let still = 0
  while (still < 6) {
    await nextFrame()
    const now = element.innerHTML
    still = now === last ? still + 1 : 0
    last = now
  }
}
