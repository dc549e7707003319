import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp } from './render-app.tsx'

/** Loads what an upload needs: it takes longer than a test waits. */
export function loadUpload(): Promise<unknown> {
  return Promise.all([
    import('../app/menu.tsx'),
    import('../features/folder-upload/choose-files.ts'),
  ])
}

/** A file as a browser gives it that was chosen with its folder. */
export function inFolder(path: string, text = `The text of ${path}\n`): File {
  const file = new File([text], path.replace(/.*\//, ''))
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

/** The app with its menu open. */
export async function openUpload(fake: FakeClient = createFakeClient()) {
  const app = renderApp(fake.client)
  await screen.findByRole('main')
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull())

  async function openMenu() {
    await app.user.click(screen.getByRole('button', { name: 'Open menu' }))
    return within(await screen.findByRole('dialog', { name: 'Menu' }))
  }

  return { ...app, ...fake, openMenu, menu: await openMenu() }
}

/** Chooses files as the dialog of the browser does. */
export function choose(...files: readonly File[]): void {
  fireEvent.change(screen.getByLabelText('Choose a folder'), { target: { files } })
}
