import { expect, it, vi } from 'vitest'
import { messageBox, openChat } from '../testing/open-chat.tsx'

/** As if every line were 20 pixels high. */
function measureLines(): void {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return this instanceof HTMLTextAreaElement ? 20 * this.value.split('\n').length : 0
  })
}

it('grows and shrinks with the text in a browser that knows no field-sizing', async () => {
  vi.spyOn(CSS, 'supports').mockReturnValue(false)
  measureLines()
  const { user } = openChat()

  await user.type(messageBox(), 'one{Shift>}{Enter}{/Shift}two')
  expect(messageBox()).toHaveStyle({ height: '40px' })

  await user.clear(messageBox())
  expect(messageBox()).toHaveStyle({ height: '20px' })
})

it('leaves the height to a browser that knows field-sizing', async () => {
  vi.spyOn(CSS, 'supports').mockReturnValue(true)
  measureLines()
  const { user } = openChat()

  await user.type(messageBox(), 'one')

  expect(messageBox()).not.toHaveAttribute('style')
})
