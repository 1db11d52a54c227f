/** What has to be sent before somebody signs out: afterwards the service would take it for somebody else's. */
const duties = new Set<() => Promise<void>>();

export function beforeSignOut(duty: () => Promise<void>): () => void {
  duties.add(duty);
  return () => void duties.delete(duty);
}

export const doBeforeSignOut = async () => {
  await Promise.allSettled([...duties].map((duty) => duty()));
};
