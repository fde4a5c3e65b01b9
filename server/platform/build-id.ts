declare const __BUILD_ID__: string | undefined

/** Id of the build, set by `scripts/build.ts`. Pages that another build cached are not served. */
export const build: string = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'development'
