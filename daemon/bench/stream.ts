import { runBench } from '../../.config/bench/measure.ts'
import { growth, longReply } from './stream-bytes.ts'
import { latency } from './stream-latency.ts'
import { withPeers } from './stream-peers.ts'
import { comingBack, memory, stopping } from './stream-turns.ts'

/** How quickly and how lightly replies reach their screens (S1 to S5 and S9 to S11). */
await runBench('stream', import.meta.dirname, async (bench) => {
  await withPeers(async (peers) => {
    if (bench.wants('S1') || bench.wants('S2')) await latency(bench, peers)
    if (bench.wants('S3') || bench.wants('S4')) await longReply(bench, peers)
    if (bench.wants('S5')) await growth(bench, peers)
    if (bench.wants('S9')) await stopping(bench, peers)
    if (bench.wants('S10')) await comingBack(bench, peers)
    if (bench.wants('S11')) await memory(bench, peers)
  })
})
