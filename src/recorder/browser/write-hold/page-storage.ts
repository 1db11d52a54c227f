/** What a page has stored in its tab, as text. IndexedDB holds more than text: its copy stays in the browser. */
export interface StoredItems {
  local: [string, string][];
  session: [string, string][];
  /** Their names. */
  databases: string[];
}

interface CopiedStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
  keys: IDBValidKey[];
  values: unknown[];
}
interface CopiedDatabase {
  name: string;
  version: number;
  stores: CopiedStore[];
}

/**
 * Runs in a page, in a world of its own: keeps what the page has stored, and puts it back. The source of this class is sent to the page as
 * text, so it may refer to nothing but itself and the DOM.
 */
export class PageStorage {
  private readonly copyName: string;
  private readonly mostRecords: number;

  constructor(copyName: string, mostRecords: number) {
    this.copyName = copyName;
    this.mostRecords = mostRecords;
  }

  /** Null where the page may store nothing. */
  async keep(): Promise<StoredItems | null> {
    try {
      const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
      return { local: Object.entries(localStorage), session: Object.entries(sessionStorage), databases };
    } catch {
      return null;
    }
  }

  /** @param hasCopy the databases were copied. Otherwise those that were there before stay as they are */
  async putBack({ local, session, databases }: StoredItems, hasCopy: boolean): Promise<void> {
    this.fill(localStorage, local);
    this.fill(sessionStorage, session);
    for (const { name } of await indexedDB.databases())
      if (name && !databases.includes(name) && !(hasCopy && name === this.copyName))
        await this.settled(indexedDB.deleteDatabase(name));
    if (hasCopy) await this.putBackDatabases();
  }

  private fill(storage: Storage, items: [string, string][]): void {
    storage.clear();
    for (const [key, value] of items) storage.setItem(key, value);
  }

  /** False where the databases have too much in them. */
  async copyDatabases(): Promise<boolean> {
    const copies: CopiedDatabase[] = [];
    let left = this.mostRecords;
    for (const { name, version } of await indexedDB.databases()) {
      if (!name || !version) continue;
      const database = await this.settled(indexedDB.open(name, version));
      const stores: CopiedStore[] = [];
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        left -= await this.settled(store.count());
        if (left < 0) break;
        stores.push(await this.copyStore(database, storeName));
      }
      database.close();
      if (left < 0) return false;
      copies.push({ name, version, stores });
    }
    const copy = await this.open(this.copyName, 1, (created) => created.createObjectStore('copies'));
    await this.settled(copy.transaction('copies', 'readwrite').objectStore('copies').put(copies, 'all'));
    copy.close();
    return true;
  }

  private async copyStore(database: IDBDatabase, name: string): Promise<CopiedStore> {
    const store = database.transaction(name).objectStore(name);
    const { keyPath, autoIncrement } = store;
    const indexes = [...store.indexNames].map((one) => {
      const { name, keyPath, unique, multiEntry } = store.index(one);
      return { name, keyPath, unique, multiEntry };
    });
    const [keys, values] = await Promise.all([
      this.settled(store.getAllKeys()),
      this.settled(store.getAll() as IDBRequest<unknown[]>),
    ]);
    return { name, keyPath, autoIncrement, indexes, keys, values };
  }

  private async putBackDatabases(): Promise<void> {
    const copy = await this.settled(indexedDB.open(this.copyName));
    const copies: CopiedDatabase[] = await this.settled(
      copy.transaction('copies').objectStore('copies').get('all'),
    );
    copy.close();
    for (const { name, version, stores } of copies) {
      await this.settled(indexedDB.deleteDatabase(name));
      const database = await this.open(name, version, (created) => {
        for (const store of stores) this.create(created, store);
      });
      database.close();
    }
    await this.settled(indexedDB.deleteDatabase(this.copyName));
  }

  private create(
    database: IDBDatabase,
    { name, keyPath, autoIncrement, indexes, keys, values }: CopiedStore,
  ): void {
    const store = database.createObjectStore(name, { keyPath, autoIncrement });
    for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
    for (const [at, value] of values.entries())
      if (keyPath === null) store.put(value, keys[at]);
      else store.put(value);
  }

  private open(name: string, version: number, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => create(opening.result);
    return this.settled(opening);
  }

  private settled<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
}
