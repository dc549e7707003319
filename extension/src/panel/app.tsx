import { AssistantProvider } from '@shortlist/ui/assistant-provider.tsx'
import { Frame } from './frame.tsx'
import { DaemonGate } from './gate/daemon-gate.tsx'

/** The side panel: what stands between it and the daemon, and then the assistant itself. */
export function App() {
  return (
    <DaemonGate>
      {(client) => (
        <AssistantProvider client={client}>
          <Frame />
        </AssistantProvider>
      )}
    </DaemonGate>
  )
}
