/** Whether this build may lie on any host of files (`pnpm build:demo`); others come from a daemon. */
export const isStatic = import.meta.env.MODE === 'demo'
