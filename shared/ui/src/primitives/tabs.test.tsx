import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TabList, TabPanel, Tabs } from './tabs.tsx'

const tabs = [
  { value: 'chat', label: 'Chat' },
  { value: 'mail', label: 'Mail' },
  { value: 'files', label: 'Files' },
] as const

function Views() {
  const [value, setValue] = useState<'chat' | 'mail' | 'files'>('chat')
  return (
    <Tabs value={value} onChange={setValue}>
      <TabList label="View" tabs={tabs} />
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value}>
          what belongs to {tab.label}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })
const chosen = () => screen.getByRole('tab', { selected: true })

it('names each panel after its tab, and says which one is chosen', async () => {
  render(<Views />)

  const mail = screen.getByRole('tabpanel', { name: 'Mail' })
  expect(mail).toHaveAttribute('data-state', 'inactive')
  await userEvent.click(tab('Mail'))

  expect(mail).toHaveAttribute('data-state', 'active')
  expect(tab('Mail')).toHaveAttribute('aria-controls', mail.id)
  expect(screen.getByRole('tabpanel', { name: 'Chat' })).toHaveAttribute('data-state', 'inactive')
})

it('is one stop for the keyboard, which moves within it in a ring', async () => {
  const user = userEvent.setup()
  render(<Views />)

  await user.tab()
  expect(tab('Chat')).toHaveFocus()
  const seen: (string | null)[] = []
  for (const key of ['{ArrowRight}', '{End}', '{ArrowRight}', '{ArrowLeft}', '{Home}']) {
    await user.keyboard(key)
    expect(chosen()).toHaveFocus()
    seen.push(chosen().textContent)
  }
  expect(seen).toEqual(['Mail', 'Files', 'Chat', 'Files', 'Chat'])
  await user.tab()

  expect(document.body).toHaveFocus()
})

it('leaves keys with a modifier to the browser', async () => {
  const user = userEvent.setup()
  render(<Views />)

  await user.tab()
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')

  expect(chosen()).toBe(tab('Chat'))
})
