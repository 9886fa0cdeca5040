import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByGet } from '../http/node-route.decorator';
import { LinksPageQuery } from './links.dto';
import { LinksService } from './links.service';

@ApiTags('accounts')
@Controller()
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @ByGet('/v2/state/get_links')
  getLinks(@Query() query: LinksPageQuery): Promise<object> {
    return this.links.getLinks(query);
  }
}
