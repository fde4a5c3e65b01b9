declare const __BUILD_ID__: string | undefined

/** Names the build; pages kept by another build are not served. `scripts/build.ts` puts it in. */
export const build: string = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'development'
