import { TextField, ToolInput } from '@app/tooling';
import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { NetworkInput } from '../chain/network-input';
import { ToolNetwork } from '../chain/tool-network';
import { McpCompleter, McpPrompt, McpResource } from './declaration';
import { type ContextDefinitions, listContext } from './list-context';

const RESOURCE = { name: 'a', title: 'A', description: 'A.', mimeType: 'text/markdown', ttlMs: 1 } as const;
const PROMPT = { title: 'P', description: 'P.' };

class WordInput {
  @TextField({ maxLength: 5, description: 'A word' })
  word!: string;
}

@Injectable()
class Words {
  readonly #greeting = 'hello';

  @McpResource('word://{word}', { ...RESOURCE, completions: { word: 'words' } })
  word(@ToolInput() { word }: WordInput): string {
    return `${this.#greeting} ${word}`;
  }

  @McpPrompt('say', PROMPT)
  say(): string {
    return this.#greeting;
  }

  @McpCompleter('words')
  words(): string[] {
    return ['one', 'two'];
  }
}

class WordOfNetworkInput extends NetworkInput {
  @TextField({ maxLength: 5, description: 'A word' })
  word!: string;
}

@Injectable()
class OfNetworks {
  @McpResource('of://{network}', { ...RESOURCE, name: 'b' })
  alone(@ToolNetwork() network: object): object {
    return { network };
  }

  @McpResource('of://{network}/{word}', { ...RESOURCE, name: 'c' })
  behindInput(@ToolInput() { word }: WordOfNetworkInput, @ToolNetwork() network: object): object {
    return { word, network };
  }
}

@Injectable()
class SayAgain {
  @McpPrompt('say', PROMPT)
  say(): string {
    return 'again';
  }
}

@Injectable()
class Uncompleted {
  @McpPrompt('uncompleted', { ...PROMPT, completions: { word: 'nosuch' } })
  prompt(@ToolInput() { word }: WordInput): string {
    return word;
  }
}

async function listed(...providers: Type<object>[]): Promise<ContextDefinitions> {
  @Module({ imports: [DiscoveryModule], providers })
  class Context {}
  const module = await Test.createTestingModule({ imports: [Context] }).compile();
  return listContext(module.get(DiscoveryService, { strict: false }), (name) => ({ name }));
}

describe('resources and prompts of providers', () => {
  it('a resource gets its network alone, or behind its input', async () => {
    const [alone, behindInput] = (await listed(OfNetworks)).resources;
    expect(await alone?.call({ network: 'testnet' })).toEqual({ network: { name: 'testnet' } });
    expect(await behindInput?.call({ network: 'mainnet', word: 'x' })).toEqual({
      ...{ word: 'x', network: { name: 'mainnet' } },
    });
  });

  it('listContext finds resources, prompts and completers, and calls them on their instance', async () => {
    const { resources, prompts, completers } = await listed(Words);
    expect(resources.map(({ uri }) => uri)).toEqual(['word://{word}']);
    expect(await resources[0]!.call({ word: 'you' })).toBe('hello you');
    expect(resources[0]!.inputSchema).toMatchObject({ required: ['word'], additionalProperties: false });
    expect(await prompts[0]!.call({})).toBe('hello');
    expect(await completers[0]!.call({})).toEqual(['one', 'two']);
  });

  it('listContext validates input before a method is called', async () => {
    const { resources } = await listed(Words);
    await expect(resources[0]!.call({ word: 'longer' })).rejects.toThrow(
      'word: must have at most 5 characters',
    );
    await expect(resources[0]!.call({ wrod: 'you' })).rejects.toThrow('did you mean "word"?');
  });

  it('listContext refuses two prompts of one name', async () => {
    await expect(listed(Words, SayAgain)).rejects.toThrow('say is declared twice');
  });

  it('listContext refuses a completion that names no completer', async () => {
    await expect(listed(Uncompleted)).rejects.toThrow('uncompleted: there is no completer nosuch');
  });
});
