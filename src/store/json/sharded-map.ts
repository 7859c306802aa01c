const SHARDS = 256

/** A Map that grows without a pause: one of a million entries stops the process while it doubles, a shard does not. */
export class ShardedMap<V> {
  readonly #shards: (Map<string, V> | undefined)[] = Array.from({ length: SHARDS })

  get(key: string): V | undefined {
    return this.#shards[shardOf(key)]?.get(key)
  }

  set(key: string, value: V): void {
    const shard = shardOf(key)
    const map = (this.#shards[shard] ??= new Map())
    map.set(key, value)
  }

  delete(key: string): void {
    this.#shards[shardOf(key)]?.delete(key)
  }
}

/** FNV-1a, its upper and lower half folded: spreads ids that differ in a few characters only. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 16)) & (SHARDS - 1)
}
