import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { LinksPageQuery } from './links.dto';
import { LinksService } from './links.service';

@ApiTags('accounts')
@Controller('v2/state')
export class LinksController {
  constructor(private readonly links: LinksService) {}

  @Get('get_links')
  @ApiOperation({ summary: 'Links of permissions to actions' })
  getLinks(@Query() query: LinksPageQuery): Promise<object> {
    return this.links.getLinks(query);
  }
}
