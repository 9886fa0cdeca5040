// Client of the action and delta streams, for browsers: <script src="https://gateway.example.org/stream-client.js">.
// It has the members of the published client (window.HyperionStreamClient, window.StreamClientEvents).
// Protocols: engine.io 4 and socket.io 5, by websocket. Source: the protocol documents of socket.io.
(function (page) {
  'use strict';

  const StreamClientEvents = {
    DATA: 'data',
    LIBUPDATE: 'libUpdate',
    FORK: 'fork',
    EMPTY: 'empty',
    CONNECT: 'connect',
    DRAIN: 'drain',
    LIBDATA: 'libData',
  };

  /** Packets of engine.io, and of socket.io inside its messages. */
  const OPEN = '0';
  const PING = '2';
  const PONG = '3';
  const CONNECTED = '40';
  const DISCONNECTED = '41';
  const EVENT = '42';
  const ACK = '43';
  const REFUSED = '44';

  const FIRST_PAUSE_MS = 1000;
  const LONGEST_PAUSE_MS = 5000;

  /** URL of the network that this script was loaded from: without `/stream-client.js`. */
  const HOME = (
    (page.document && page.document.currentScript && page.document.currentScript.src) ||
    ''
  ).replace(/\/stream-client\.js(?:\?.*)?$/, '');

  /** One connection that is opened again whenever it is lost, until it is closed. */
  class StreamSocket {
    #handlers;
    #url;
    #socket = null;
    #isOpen = false;
    #isClosed = false;
    #pauseMs = FIRST_PAUSE_MS;
    #timer = 0;
    #watch = 0;
    #quietMs = 0;
    #acks = new Map();
    #lastAck = 0;

    /** @param handlers onConnect(), onDisconnect(reason), onEvent(name, value) */
    constructor(endpoint, handlers) {
      this.#url = `${endpoint.replace(/^http/, 'ws')}/stream/?EIO=4&transport=websocket`;
      this.#handlers = handlers;
      this.#connect();
    }

    get connected() {
      return this.#isOpen;
    }

    /** Sends an event. Resolves to the answer of the node; rejects when the connection is lost before. */
    request(name, value) {
      return new Promise((resolve, reject) => {
        if (!this.#isOpen) {
          reject(new Error('the stream is not connected'));
          return;
        }
        const id = this.#lastAck++;
        this.#acks.set(id, { resolve, reject });
        this.#socket.send(`${EVENT}${id}${JSON.stringify([name, value])}`);
      });
    }

    close() {
      this.#isClosed = true;
      clearTimeout(this.#timer);
      if (this.#isOpen) this.#socket.send(DISCONNECTED);
      this.#socket.close();
    }

    #connect() {
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      socket.onmessage = ({ data }) => {
        if (typeof data === 'string') this.#take(data);
      };
      socket.onclose = ({ reason }) => this.#lost(reason || 'the connection was lost');
    }

    #take(packet) {
      this.#expectPing();
      if (packet.startsWith(OPEN)) {
        const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1));
        this.#quietMs = pingInterval + pingTimeout;
        this.#expectPing();
        this.#socket.send(CONNECTED);
      } else if (packet === PING) {
        this.#socket.send(PONG);
      } else if (packet.startsWith(CONNECTED)) {
        this.#isOpen = true;
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#handlers.onConnect();
      } else if (packet.startsWith(EVENT)) {
        const [name, value] = JSON.parse(packet.slice(packet.indexOf('[')));
        this.#handlers.onEvent(name, value);
      } else if (packet.startsWith(ACK)) {
        const at = packet.indexOf('[');
        const id = Number(packet.slice(ACK.length, at));
        const ack = this.#acks.get(id);
        this.#acks.delete(id);
        if (ack) ack.resolve(JSON.parse(packet.slice(at))[0]);
      } else if (packet.startsWith(DISCONNECTED) || packet.startsWith(REFUSED)) {
        // The node wants this client no more.
        this.#isClosed = true;
        this.#socket.close();
      }
    }

    /** A node sends a ping at least so often: without one the connection is dead. */
    #expectPing() {
      clearTimeout(this.#watch);
      if (this.#quietMs > 0) this.#watch = setTimeout(() => this.#socket.close(), this.#quietMs);
    }

    #lost(reason) {
      clearTimeout(this.#watch);
      const wasOpen = this.#isOpen;
      this.#isOpen = false;
      for (const { reject } of this.#acks.values()) reject(new Error(reason));
      this.#acks.clear();
      if (wasOpen) this.#handlers.onDisconnect(reason);
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => this.#connect(), this.#pauseMs * (0.5 + Math.random()));
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
    }
  }

  /** Calls a handler for one item after the other, each after the promise of the one before. */
  class Queue {
    #items = [];
    #isRunning = false;

    /** @param onEmpty called when the last item is taken; onDrain when its handler has ended */
    constructor(handle, onEmpty = () => {}, onDrain = () => {}) {
      this.handle = handle;
      this.onEmpty = onEmpty;
      this.onDrain = onDrain;
    }

    push(item) {
      this.#items.push(item);
      if (!this.#isRunning) void this.#run();
    }

    async #run() {
      this.#isRunning = true;
      while (this.#items.length > 0) {
        const item = this.#items.shift();
        if (this.#items.length === 0) this.onEmpty();
        try {
          await this.handle(item);
        } catch (error) {
          console.error('a handler of the stream failed', error);
        }
      }
      this.#isRunning = false;
      this.onDrain();
    }
  }

  const withoutSlash = (url) => url.replace(/\/+$/, '');

  /** Data of an action or a delta stands at the top under `@<name>` where the node's index has it so. */
  function withData(holder, content, name) {
    const key = content[`@${name}.data`] ? `@${name}.data` : `@${name}`;
    if (!content[key]) return content;
    holder.data = { ...holder.data, ...content[key] };
    delete content[key];
    return content;
  }

  class HyperionStreamClient {
    options = { async: true, libStream: false, endpoint: '' };
    onDataAsync = undefined;
    onLibDataAsync = undefined;
    online = false;
    savedRequests = [];
    #socket = null;
    #lastBlock = 0;
    #reversible = [];
    #listeners = new Map();
    #data;
    #irreversible;

    /** @param options endpoint (default: where this script came from), chainApi, libStream, debug */
    constructor(options = {}) {
      if (options === null || typeof options !== 'object') throw new Error('Invalid options');
      Object.assign(this.options, options);
      this.setEndpoint(options.endpoint || HOME);
    }

    get lastBlockNum() {
      return this.#lastBlock;
    }

    setEndpoint(endpoint) {
      this.options.endpoint = withoutSlash(endpoint || '');
    }

    setAsyncDataHandler(handler) {
      this.onDataAsync = handler;
    }

    setAsyncLibDataHandler(handler) {
      this.onLibDataAsync = handler;
    }

    /** Resolves when the stream is connected for the first time. Tries until then. */
    async connect() {
      if (this.options.endpoint === '') throw new Error('endpoint was not defined!');
      this.#data = new Queue(
        (task) => this.#deliver(task),
        () => this.emit(StreamClientEvents.EMPTY),
        () => this.emit(StreamClientEvents.DRAIN),
      );
      this.#irreversible = new Queue((task) => {
        this.emit(StreamClientEvents.LIBDATA, task);
        return this.onLibDataAsync && this.onLibDataAsync(task);
      });
      await new Promise((resolve) => {
        this.#socket = new StreamSocket(this.options.endpoint, {
          onConnect: () => {
            this.online = true;
            this.emit(StreamClientEvents.CONNECT);
            void this.#resend();
            resolve();
          },
          onDisconnect: (reason) => {
            this.online = false;
            this.#log('disconnected', reason);
          },
          onEvent: (name, value) => this.#take(name, value),
        });
      });
    }

    disconnect() {
      if (this.#socket === null) return;
      this.#socket.close();
      this.#socket = null;
      this.#lastBlock = 0;
      this.savedRequests = [];
      this.online = false;
    }

    /** @returns the answer of the node with `startingBlock`. Rejects with the answer of a node that refuses */
    streamActions(request) {
      return this.#request('action', request);
    }

    streamDeltas(request) {
      return this.#request('delta', request);
    }

    on(event, listener) {
      this.#listen(event, listener, false);
    }

    once(event, listener) {
      this.#listen(event, listener, true);
    }

    off(event, listener) {
      const left = (this.#listeners.get(event) || []).filter((one) => one.listener !== listener);
      this.#listeners.set(event, left);
    }

    emit(event, data) {
      for (const { listener, isOnce } of [...(this.#listeners.get(event) || [])]) {
        if (isOnce) this.off(event, listener);
        listener(data);
      }
    }

    #listen(event, listener, isOnce) {
      if (typeof listener !== 'function') throw new Error('Event listener must be a function');
      this.#listeners.set(event, [...(this.#listeners.get(event) || []), { listener, isOnce }]);
    }

    async #request(type, request) {
      if (this.#socket === null || !this.#socket.connected)
        throw new Error('Client is not connected! Please call connect before sending requests');
      const start = await this.#startOf(request);
      const response = await this.#socket.request(`${type}_stream_request`, {
        ...request,
        start_from: start,
      });
      if (response.status !== 'OK') throw response;
      this.savedRequests.push({ type, req: request });
      return { ...response, startingBlock: start };
    }

    /** Block that a request begins with: LIB as of now; after a reconnect the last block received. */
    async #startOf({ start_from: start }) {
      if (String(start).toUpperCase() === 'LIB') {
        if (this.#lastBlock > 0) return this.#lastBlock;
        const api = withoutSlash(this.options.chainApi || this.options.endpoint);
        const answer = await fetch(`${api}/v1/chain/get_info`);
        if (!answer.ok) throw new Error(`get_info failed: HTTP ${answer.status}`);
        return (await answer.json()).last_irreversible_block_num;
      }
      return typeof start === 'number' && start > 0 ? Math.max(start, this.#lastBlock) : start;
    }

    async #resend() {
      const requests = this.savedRequests;
      this.savedRequests = [];
      for (const [index, { type, req }] of requests.entries()) {
        try {
          await this.#request(type, req);
        } catch (error) {
          this.#log('a request was refused after a reconnect', error);
          // Lost again: the rest is sent after the next reconnect.
          if (this.#socket !== null && !this.#socket.connected) {
            this.savedRequests.push(...requests.slice(index));
            return;
          }
        }
      }
    }

    #take(name, value) {
      if (name === 'lib_update') this.#takeLib(value);
      else if (name === 'fork_event') this.#takeFork(value);
      else if (name === 'status') this.#takeStatus(value);
      else if (name === 'message') this.#takeMessage(value);
    }

    #takeMessage({ type, mode, message, messages }) {
      if (type !== 'action_trace' && type !== 'delta_trace') return;
      const contents = messages || (message === undefined ? [] : [JSON.parse(message)]);
      for (const content of contents) {
        if (type === 'action_trace') withData(content.act, content, content.act.name);
        else withData(content, content, content.table);
        this.#lastBlock = content.block_num;
        const kind = type === 'action_trace' ? 'action' : 'delta';
        const task = { type: kind, mode, content, irreversible: false };
        // Before its handler runs: a fork may come meanwhile.
        if (this.options.libStream) this.#reversible.push(task);
        this.#data.push(task);
      }
    }

    #deliver(task) {
      this.emit(StreamClientEvents.DATA, task);
      return this.onDataAsync && this.onDataAsync(task);
    }

    #takeLib(lib) {
      const isFinal = ({ content }) => content.block_num <= lib.block_num;
      for (const task of this.#reversible.filter(isFinal))
        this.#irreversible.push({ ...task, irreversible: true });
      this.#reversible = this.#reversible.filter((task) => !isFinal(task));
      this.emit(StreamClientEvents.LIBUPDATE, lib);
      const ends = this.savedRequests.map(({ req }) => Number(req.read_until)).filter((end) => end > 0);
      if (ends.some((end) => end < lib.block_num)) this.disconnect();
    }

    /** Blocks of a fork that was left never become irreversible. */
    #takeFork(fork) {
      this.#reversible = this.#reversible.filter(({ content }) => content.block_num < fork.starting_block);
      this.emit(StreamClientEvents.FORK, fork);
    }

    #takeStatus(status) {
      if (status === 'relay_down') this.online = false;
      if (status !== 'relay_restored' || this.online) return;
      this.online = true;
      void this.#resend();
    }

    #log(...values) {
      if (this.options.debug) console.log('[stream]', ...values);
    }
  }

  page.HyperionStreamClient = HyperionStreamClient;
  page.StreamClientEvents = StreamClientEvents;
})(window);
